module github.com/toolgen/toolgen

go 1.26.5
