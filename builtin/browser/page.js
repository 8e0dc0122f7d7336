// The functions of the tools inside a page; content.js is the second part of this function. They run in an isolated world: scripts of the
// page neither see nor change them. Each function with an element returns an object.
globalThis.toolgen = Object.hasOwn(globalThis, 'toolgen') ? globalThis.toolgen : (() => {
  // maxText is the maximum length of a text that is returned. A snapshot shows less, at most maxShown; the rest is for
  // secrets, which are recognized only if they are complete.
  const maxShown = 301, maxText = maxShown + 1500;
  // cut returns the beginning of a text, which ends with cutMark if it is not the whole text (see secrets.go).
  const cutMark = '\uffff';
  const cut = (text) => {
    const start = text.slice(0, 4 * maxText).replace(/\s+/g, ' ');
    return start.length > maxText || text.length > 4 * maxText ? start.slice(0, maxText) + cutMark : start;
  };
  // joinTexts joins texts, up to the first one that was cut.
  const joinTexts = (all) => {
    const end = all.findIndex((text) => text.endsWith(cutMark));
    return (end < 0 ? all : all.slice(0, end + 1)).join(' ');
  };

  // parent is the parent node; that of the root of a shadow tree is its host.
  const parent = (node) => node.parentNode instanceof ShadowRoot ? node.parentNode.host : node.parentNode;
  const isInside = (node, ancestor) => {
    for (; node; node = parent(node)) if (node === ancestor) return true;
    return false;
  };
  // rootsOf returns the shadow roots around an element. A closed one can only be found from inside.
  const rootsOf = (element) => {
    const roots = [], rootOf = (node) => Node.prototype.getRootNode.call(node);
    for (let root = rootOf(element); root instanceof ShadowRoot; root = rootOf(root.host)) roots.push(root);
    return roots;
  };
  // hit is the innermost element at a point of the window that is not in a closed shadow tree without the target.
  const hit = (x, y, target) => {
    const roots = rootsOf(target), rootOf = (host) => host.shadowRoot || roots.find((root) => root.host === host);
    let found = document.elementFromPoint(x, y);
    for (let root = found && rootOf(found); root; root = rootOf(found)) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  };
  const describe = (element) => {
    const text = cut(element.innerText || element.getAttribute('aria-label') || '');
    return element.tagName.toLowerCase() + (text ? ': ' + text : '');
  };
  const dispatch = (element, ...types) => {
    for (const type of types) element.dispatchEvent(new Event(type, {bubbles: true, composed: true}));
  };
  const isSame = (a, b) => a.trim().toLowerCase() === b.trim().toLowerCase();

  // inspect returns the kind and the state of an element.
  const inspect = (element) => ({
    connected: element.isConnected,
    tag: element.tagName || '',
    type: element instanceof HTMLInputElement ? element.type : '',
    disabled: element.nodeType === 1 && element.matches(':disabled'),
    readonly: !!element.readOnly,
    editable: element.isContentEditable === true,
    download: element instanceof HTMLAnchorElement && element.hasAttribute('download'),
  });

  // visible is the largest part of the boxes of an element that is in the window.
  const visible = (element) => {
    let best = null;
    for (const r of element.getClientRects()) {
      const box = {
        left: Math.max(r.left, 0), top: Math.max(r.top, 0),
        right: Math.min(r.right, innerWidth), bottom: Math.min(r.bottom, innerHeight),
      };
      box.area = Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
      if (box.area > 0 && (!best || box.area > best.area)) best = box;
    }
    return best;
  };

  // takesPointer reports whether an element itself reacts to the pointer.
  const takesPointer = (element) => getComputedStyle(element).pointerEvents !== 'none';
  // reaches reports whether input at a node is input of an element.
  const reaches = (over, target) => {
    const label = over && over.closest && over.closest('label');
    return !!over && (isInside(over, target) || isInside(target, over) && takesPointer(target) || !!label && label.control === target);
  };

  // isUnsure reports whether input at a node, which reaches an element, may be input of a closed shadow tree that does not
  // contain the element: the node is outside of the element, and elements of its name can have such a tree.
  const isUnsure = (over, target) => over instanceof Element && !isInside(over, target) && !over.shadowRoot
    && /^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$|-/.test(over.localName);

  // show scrolls an element into the window.
  const show = (element) => {
    element.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
    return {};
  };

  // point scrolls an element into the window, and returns where to click it, or which element covers it. The position
  // in the element may be given.
  const point = (element, givenX, givenY) => {
    const target = element.nodeType === 1 ? element : element.parentElement;
    if (!target || ![...target.getClientRects()].some((r) => r.width * r.height > 0)) return {hidden: true};
    target.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
    let box = visible(target);
    if (!box) {
      target.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
      box = visible(target);
    }
    if (!box) return {hidden: true};
    const at = (fx, fy) => {
      const x = box.left + (box.right - box.left) * fx, y = box.top + (box.bottom - box.top) * fy;
      const over = hit(x, y, target);
      return {x, y, over, reaches: reaches(over, target)};
    };
    if (typeof givenX === 'number') {
      const rect = target.getBoundingClientRect(), x = rect.left + givenX, y = rect.top + givenY;
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return {hidden: true};
      const over = hit(x, y, target);
      if (!reaches(over, target)) return {covered: over ? describe(over) : 'nothing that can be clicked'};
      return {x, y, width: innerWidth, height: innerHeight};
    }
    // The middle first, then the quarters, because a part may be covered.
    const tries = [[.5, .5], [.25, .25], [.75, .25], [.25, .75], [.75, .75]].map(([x, y]) => at(x, y));
    const free = tries.find((t) => t.reaches);
    if (free) return {x: free.x, y: free.y, width: innerWidth, height: innerHeight};
    if (!takesPointer(target)) return {ignoresPointer: true};
    return {x: tries[0].x, y: tries[0].y, covered: tries[0].over ? describe(tries[0].over) : 'nothing that can be clicked'};
  };

  // Input is expected for an element. State is empty until the input arrives, 'here' after it arrived at the element, and
  // 'other' after it was stopped at another one. Sure is an element around the expected one that has no closed shadow tree.
  let expected = null, unsure = null;
  const starts = {pointer: ['pointerdown', 'mousedown'], key: ['keydown'], text: ['beforeinput']};
  const releases = ['pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'keypress', 'keyup'];
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const isExpected = (at) => {
    const {element, sure} = expected;
    return at instanceof Node && reaches(at, element) && (at === sure || element === document.documentElement || !isUnsure(at, element));
  };
  const onInput = (event) => {
    if (!expected || !event.isTrusted || !starts[expected.kind].includes(event.type) || expected.state === 'other') return;
    const at = event.composedPath()[0];
    // Outside of a closed shadow tree, its host is the target of an event. The listener of its root sees the element.
    if (expected.roots.some((root) => root.mode === 'closed' && root.host === at)) return;
    if (isExpected(at)) expected.state = 'here';
    else {
      expected.state = 'other';
      expected.other = at instanceof Element ? describe(at) : 'the page';
      stop(event);
    }
  };
  // onChange records that the expected text has changed the element.
  const onChange = (event) => { if (expected && event.isTrusted && isInside(event.composedPath()[0], expected.element)) expected.changed = true; };
  // After a button was pressed at another element, its release has no effect either.
  const onRelease = (event) => { if (expected && expected.state === 'other' && event.isTrusted) stop(event); };
  // listen adds the listeners that are missing: document.open removes all listeners of the window.
  const listen = () => {
    for (const node of [globalThis, ...expected ? expected.roots : []]) {
      for (const type of Object.values(starts).flat()) node.addEventListener(type, onInput, true);
      for (const type of releases) node.addEventListener(type, onRelease, true);
      node.addEventListener('input', onChange, true);
    }
  };
  new MutationObserver(listen).observe(document, {childList: true});

  // contentOf returns the text of a field.
  const contentOf = (element) => isField(element) ? element.value : String(element.textContent);
  const isField = (element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  // isKept reports whether a field did not take the text that was expected for it. An editor that writes its content
  // itself, later than the text arrives, is believed.
  const isKept = (element) => element instanceof HTMLInputElement && element.type === 'number' && element.value === ''
    || !!expected && !expected.changed && contentOf(element) === expected.before && (isField(element) || expected.state === '');

  const expect = (element, kind, sure) => {
    expected = {element, kind, sure, state: '', roots: rootsOf(element), before: contentOf(element)};
    listen();
    return {};
  };
  // arrived returns what happened to the expected input. Input that goes to a frame inside the element cannot be seen here.
  const arrived = (element) => {
    const active = Node.prototype.getRootNode.call(element).activeElement;
    return {
      state: expected ? expected.state : '', other: expected ? expected.other : '', focused: isFocused(element), kept: isKept(element),
      inFrame: !!active && active.contentWindow !== undefined && isInside(active, element),
    };
  };
  const forget = () => { expected = null; return {}; };

  // aim checks that a point, to which the pointer has moved, still is at the element, and expects the button there. Unsure
  // means that the element at the point, which getUnsure returns, must not have a closed shadow tree.
  const aim = (element, x, y, isSure) => {
    document.exitPointerLock();
    const target = element.nodeType === 1 ? element : element.parentElement;
    const over = target && hit(x, y, target);
    if (!element.isConnected || !target || !reaches(over, target)) return {covered: over ? describe(over) : 'nothing that can be clicked'};
    if (isUnsure(over, target) && !(isSure && over === unsure)) {
      unsure = over;
      return {unsure: true};
    }
    return expect(target, 'pointer', over);
  };
  const getUnsure = () => unsure;

  // pause waits until the page has run its queued tasks.
  const pause = () => new Promise((done) => setTimeout(done, 0, {}));

  // choose selects an option of a list by its text or value, or the option that the element is.
  const choose = (element, wanted) => {
    const list = element instanceof HTMLOptionElement ? element.closest('select') : element;
    if (!list) return {missing: true, options: []};
    const options = [...list.options];
    const option = element instanceof HTMLOptionElement ? element
      : options.find((o) => o.label === wanted || o.text === wanted) || options.find((o) => o.value === wanted)
        || options.find((o) => isSame(o.label, wanted));
    if (!option || option.disabled) return {missing: true, disabled: !!option, options: options.slice(0, 30).map((o) => o.label)};
    list.focus();
    if (list.multiple && element === option) option.selected = !option.selected;
    else option.selected = true;
    dispatch(list, 'input', 'change');
    return {chosen: option.label};
  };

  // select selects the content of an element, so that typing replaces it, or puts the cursor at its end.
  const select = (element, end) => {
    element.focus();
    if (element.select && !end) element.select();
    else if (element.select) {
      try { element.setSelectionRange(element.value.length, element.value.length); } catch { /* the type of the input has no selection */ }
    } else {
      const range = document.createRange();
      range.selectNodeContents(element);
      if (end) range.collapse(false);
      const selection = element.ownerDocument.getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
    }
    expect(element, 'text');
    return focus(element);
  };

  // isFocused reports whether the text of the keyboard goes to an element, and not to a frame.
  const isFocused = (element) => {
    const active = Node.prototype.getRootNode.call(element).activeElement;
    return document.hasFocus() && !!active && (active === element || active.contentWindow === undefined && isInside(active, element));
  };

  // focus focuses an element and keeps its selection.
  const focus = (element) => {
    element.focus();
    return holds(element);
  };
  const holds = (element) => ({focused: isFocused(element)});

  // set sets the value of a field that takes no text, such as a date.
  const set = (element, value) => {
    const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    const before = element.value;
    element.focus();
    property.set.call(element, value);
    if (element.value !== value && !(value !== '' && element.type === 'range' && Number(element.value) === Number(value))) {
      property.set.call(element, before);
      return {refused: true};
    }
    dispatch(element, 'input', 'change');
    return {};
  };

  // scroll scrolls the innermost box around an element that can be scrolled, or the page, to an end.
  const scroll = (element, end) => {
    let box = element;
    while (box && !(box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY))) box = parent(box) instanceof Element ? parent(box) : null;
    box = box || document.scrollingElement || document.documentElement;
    box.scrollTo({top: end === 'top' ? 0 : box.scrollHeight, behavior: 'instant'});
    return {};
  };
