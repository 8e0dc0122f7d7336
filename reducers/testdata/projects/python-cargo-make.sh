#!/bin/bash
# The recordings of pytest, unittest, pip, cargo and make. The projects are those of the archives here,
# unpacked below /tmp/rec.
. "$(dirname "$(realpath "$0")")/rec.sh"
cd /tmp/rec/py; export PYTHONDONTWRITEBYTECODE=1
V="pytest 7.2.1 of Debian 12 (python 3.11.2), projects/python.txtar"
P="/usr/bin/python3 -m pytest -p no:cacheprovider"
rec pytest/pass "$V" "$P test_pass.py"
rec pytest/pass_verbose "$V" "$P -v test_pass.py"
rec pytest/pass_quiet "$V" "$P -q test_pass.py"
rec pytest/fail "$V" "$P test_pass.py test_fail.py"
rec pytest/fail_verbose "$V" "pytest -p no:cacheprovider -v test_pass.py test_fail.py"
rec pytest/fail_quiet "$V" "pytest -p no:cacheprovider -q test_pass.py test_fail.py"
rec pytest/fail_short "$V" "pytest -p no:cacheprovider --tb=short test_pass.py test_fail.py"
rec pytest/fail_line "$V" "pytest -p no:cacheprovider --tb=line test_fail.py"
rec pytest/fail_no_traceback "$V" "pytest -p no:cacheprovider --tb=no -rA test_pass.py test_fail.py"
rec pytest/collection_error "$V" "pytest -p no:cacheprovider"
rec pytest/first "$V" "pytest -p no:cacheprovider -x test_pass.py test_fail.py"
rec pytest/noise "$V" "pytest -p no:cacheprovider test_noise.py"
rec pytest/color "$V" "pytest -p no:cacheprovider --color=yes test_fail.py"
rec pytest/passes_shown "$V" "pytest -p no:cacheprovider -rP test_pass.py"
rec pytest/no_tests "$V" "pytest -p no:cacheprovider shop.py"
rec pytest/usage "$V" "pytest --nosuchoption"
rec pytest/unittest "python 3.11.2 of Debian 12, unittest, projects/python.txtar" "/usr/bin/python3 -m unittest test_unit"
rec pytest/unittest_verbose "python 3.11.2 of Debian 12, unittest, projects/python.txtar" "/usr/bin/python3 -m unittest -v test_unit"
rm -rf /tmp/rec/pip; mkdir -p /tmp/rec/pip/good /tmp/rec/pip/bad; cd /tmp/rec/pip
printf 'from setuptools import setup\nsetup(name="shop", version="1.0", py_modules=["shop"])\n' > good/setup.py; cp /tmp/rec/py/shop.py good/
printf 'raise RuntimeError("no compiler for the price list")\n' > bad/setup.py
/usr/bin/python3 -m venv --system-site-packages venv
V="pip $(venv/bin/pip --version | cut -d' ' -f2) of Debian 12, a local package with setup.py"
rec pip/install "$V" "venv/bin/pip install --no-index --no-build-isolation ./good"
rec pip/install_again "$V" "venv/bin/pip install --no-index --no-build-isolation ./good"
rec pip/install_fail "$V that raises" "venv/bin/pip install --no-index --no-build-isolation ./bad"
rec pip/install_missing "$V" "venv/bin/pip install --no-index ./nowhere"
rec pip/uninstall "$V" "venv/bin/pip uninstall -y shop"
rec pip/editable "$V" "venv/bin/python -m pip install --no-index --no-build-isolation -v -e good"
V="cargo 1.95.0, projects/cargo.txtar"
cd /tmp/rec/cargo; rm -rf target
rec cargo/test_fail "$V (shop)" "cargo test"
rec cargo/test_fail_again "$V (shop)" "cargo test --no-fail-fast"
rec cargo/test_pass "$V (shop)" "cargo test --test api"
rec cargo/test_lib_pass "$V (shop)" "cargo test --lib total"
rec cargo/test_show "$V (shop)" "cargo test --lib -- --nocapture --test-threads=1"
rec cargo/test_color "$V (shop)" "cargo test --color always --lib -- --color always"
rm -rf target; rec cargo/build_ok "$V (shop)" "cargo build"
cd ../cargo-bad; rm -rf target; rec cargo/build_fail "$V (stock)" "cargo build"
rec cargo/test_build_fail "$V (stock)" "cargo test"
rec cargo/check_short "$V (stock)" "cargo check --message-format short"
cd ../cargo-warn; rm -rf target; rec cargo/build_warnings "$V (till)" "cargo build"
rec cargo/run_offline "$V (till)" "cargo run"
mkdir -p /tmp/rec/make/sub && cd /tmp/rec/make
cat > Makefile <<'M'
OBJS = $(foreach n,1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20,part$(n).o)
all: shop sub
shop: $(OBJS) main.o
	cc -o $@ $^
part%.o: part.c
	cc -Wall -Wextra -O1 -DNUMBER=$* -c -o $@ $<
sub:
	$(MAKE) -C sub
bad: bad.o
clean:
	rm -f *.o shop
test:
	cd /tmp/rec/go && go test ./cart ./price
.PHONY: all sub clean test
M
printf 'int part(int x) { return x; }\n#define C2(a,b) a##b\n#define C(a,b) C2(a,b)\nint C(part,NUMBER)(int x) { int unused; return x + NUMBER; }\n' > part.c
sed -i '1s/int part(int x)/static inline int part(int x)/' part.c
printf 'int main(void) { return 0; }\n' > main.c
printf '#include <stdio.h>\nint main(void) {\n  int x = "three";\n  printf("%%s\\n", 3);\n  return missing(x)\n}\n' > bad.c
printf 'all:\n\t@echo sub is done\n' > sub/Makefile
V="GNU make $(make --version | head -1 | cut -d' ' -f3), gcc $(gcc -dumpfullversion), a Makefile with 20 C files"
rec make/ok "$V" "make clean all"
rec make/again "$V" "make"
rec make/fail "$V" "make bad"
rec make/fail_keep_going "$V" "make -k clean bad all"
rec make/no_rule "$V" "make nothing"
rec make/test "$V, go1.26.8" "make test"
rec make/script "$V" "sh -c 'make clean && make -j2 2>&1 | tee log'"
