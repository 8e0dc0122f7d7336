// What the tools do inside a page. It runs in a world of its own: the page's scripts
// neither see nor change it. Every function of element answers with an object.
globalThis.toolgen = (() => {
  // parent is the element above, also out of a shadow tree.
  const parent = (node) => node.parentNode instanceof ShadowRoot ? node.parentNode.host : node.parentNode;
  const within = (node, above) => {
    for (; node; node = parent(node)) if (node === above) return true;
    return false;
  };
  // hit is the innermost element at a point.
  const hit = (x, y) => {
    let found = document.elementFromPoint(x, y);
    while (found && found.shadowRoot) {
      const inner = found.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  };
  const describe = (element) => {
    const text = (element.innerText || element.getAttribute('aria-label') || '').slice(0, 60);
    return element.tagName.toLowerCase() + (text ? ': ' + text : '');
  };
  const tell = (element, ...types) => {
    for (const type of types) element.dispatchEvent(new Event(type, {bubbles: true, composed: true}));
  };
  const same = (a, b) => a.trim().toLowerCase() === b.trim().toLowerCase();

  // inspect says what kind of element it is.
  const inspect = (element) => ({
    connected: element.isConnected,
    tag: element.tagName || '',
    type: element instanceof HTMLInputElement ? element.type : '',
    disabled: element.nodeType === 1 && element.matches(':disabled'),
    readonly: !!element.readOnly,
    editable: element.isContentEditable === true,
    download: element instanceof HTMLAnchorElement && element.hasAttribute('download'),
  });

  // visible is the largest part of an element's boxes that the window shows.
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

  // point is where to click an element, after bringing it into the window, and what lies over it.
  const point = (element) => {
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
      const over = hit(x, y);
      const label = over && over.closest && over.closest('label');
      const reaches = over && (within(over, target) || within(target, over) || (label && label.control === target));
      return {x, y, over, reaches};
    };
    // The middle first; then the quarters, for what is covered in part.
    const tries = [[.5, .5], [.25, .25], [.75, .25], [.25, .75], [.75, .75]].map(([x, y]) => at(x, y));
    const free = tries.find((t) => t.reaches);
    if (free) return {x: free.x, y: free.y};
    return {x: tries[0].x, y: tries[0].y, covered: tries[0].over ? describe(tries[0].over) : 'nothing that can be clicked'};
  };

  // choose selects an option of a list by its text or value; without either, the element is the option.
  const choose = (element, wanted) => {
    const list = element instanceof HTMLOptionElement ? element.closest('select') : element;
    if (!list) return {missing: true, options: []};
    const options = [...list.options];
    const option = element instanceof HTMLOptionElement ? element
      : options.find((o) => o.label === wanted || o.text === wanted) || options.find((o) => o.value === wanted)
        || options.find((o) => same(o.label, wanted));
    if (!option || option.disabled) return {missing: true, disabled: !!option, options: options.slice(0, 30).map((o) => o.label)};
    list.focus();
    if (list.multiple && element === option) option.selected = !option.selected;
    else option.selected = true;
    tell(list, 'input', 'change');
    return {chosen: option.label};
  };

  // select marks what an element holds, so that typing replaces it, or puts the cursor at its end.
  const select = (element, end) => {
    element.focus();
    if (element.select && !end) element.select();
    else if (element.select) {
      try { element.setSelectionRange(element.value.length, element.value.length); } catch { /* kinds without a selection */ }
    } else {
      const range = document.createRange();
      range.selectNodeContents(element);
      if (end) range.collapse(false);
      const selection = element.ownerDocument.getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
    }
    return focus(element);
  };

  // focus gives an element the focus, and leaves what is selected in it.
  const focus = (element) => {
    element.focus();
    const root = element.getRootNode();
    return {focused: root.activeElement === element || within(root.activeElement, element)};
  };

  // set gives a value to a field that is not written by keys, such as a date.
  const set = (element, value) => {
    const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    const before = element.value;
    element.focus();
    property.set.call(element, value);
    if (element.value !== value && !(value !== '' && element.type === 'range' && Number(element.value) === Number(value))) {
      property.set.call(element, before);
      return {refused: true};
    }
    tell(element, 'input', 'change');
    return {};
  };

  // scroll moves the page, or what scrolls around an element, to an end.
  const scroll = (element, end) => {
    let box = element;
    while (box && !(box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY))) box = parent(box) instanceof Element ? parent(box) : null;
    box = box || document.scrollingElement || document.documentElement;
    box.scrollTo({top: end === 'top' ? 0 : box.scrollHeight, behavior: 'instant'});
    return {};
  };

  return {inspect, point, choose, select, focus, set, scroll};
})();
