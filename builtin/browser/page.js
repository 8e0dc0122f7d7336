// The functions of the tools inside a page. They run in an isolated world: scripts of the
// page neither see nor change them. Each function with an element returns an object.
globalThis.toolgen = (() => {
  // parent is the parent node; that of the root of a shadow tree is its host.
  const parent = (node) => node.parentNode instanceof ShadowRoot ? node.parentNode.host : node.parentNode;
  const isInside = (node, ancestor) => {
    for (; node; node = parent(node)) if (node === ancestor) return true;
    return false;
  };
  // hit is the innermost element at a point of the window.
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

  // point scrolls an element into the window, and returns where to click it, or which element covers it.
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
      const reaches = over && (isInside(over, target) || isInside(target, over) || (label && label.control === target));
      return {x, y, over, reaches};
    };
    // The middle first, then the quarters, because a part may be covered.
    const tries = [[.5, .5], [.25, .25], [.75, .25], [.25, .75], [.75, .75]].map(([x, y]) => at(x, y));
    const free = tries.find((t) => t.reaches);
    if (free) return {x: free.x, y: free.y};
    return {x: tries[0].x, y: tries[0].y, covered: tries[0].over ? describe(tries[0].over) : 'nothing that can be clicked'};
  };

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
    return focus(element);
  };

  // focus focuses an element and keeps its selection.
  const focus = (element) => {
    element.focus();
    const root = element.getRootNode();
    return {focused: root.activeElement === element || isInside(root.activeElement, element)};
  };

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

  // A form with an input named firstChild hides the property of that name: these read the property itself.
  const get = (type, name) => {
    const property = Object.getOwnPropertyDescriptor(type.prototype, name);
    return (object) => property.get.call(object);
  };
  const first = get(Node, 'firstChild'), next = get(Node, 'nextSibling'), shadow = get(Element, 'shadowRoot');
  const matches = (element, selector) => Element.prototype.matches.call(element, selector);

  // size returns the number of elements and texts of the document, and the length of the texts.
  const size = () => {
    const walker = Document.prototype.createTreeWalker.call(document, document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    let nodes = 0, length = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      nodes++;
      if (node.nodeType === 3) length += node.length;
    }
    return {nodes, length};
  };

  // roles are the roles of elements by name, inputRoles those of inputs by type.
  const roles = {
    a: 'link', area: 'link', button: 'button', summary: 'DisclosureTriangle', textarea: 'textbox', option: 'option', select: 'combobox', input: 'textbox',
    iframe: 'Iframe', img: 'image', canvas: 'Canvas', video: 'Video', audio: 'Audio', h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading',
    h5: 'heading', h6: 'heading', ul: 'list', ol: 'list', li: 'listitem', table: 'table', tr: 'row', td: 'cell', th: 'columnheader', nav: 'navigation',
    main: 'main', aside: 'complementary', article: 'article', dialog: 'dialog', details: 'group', fieldset: 'group', figure: 'figure',
    blockquote: 'blockquote', hr: 'separator', progress: 'progressbar', meter: 'meter',
  };
  const inputRoles = {
    checkbox: 'checkbox', radio: 'radio', button: 'button', submit: 'button', reset: 'button', image: 'button', file: 'button', range: 'slider',
    number: 'spinbutton', search: 'searchbox', date: 'Date', 'datetime-local': 'DateTime', time: 'InputTime', color: 'ColorWell',
  };
  const selectors = Object.keys(roles).join().replace('a,', 'a[href],') + ',[role],[tabindex],[contenteditable]';
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name);
  const tagOf = get(Element, 'localName');
  const maxText = 301; // the maximum length of a text that is returned, plus one

  // textOf returns the beginning of the text of an element. It reads a limited number of nodes.
  const textOf = (element) => {
    const levels = [contents(element)];
    let found = '';
    for (let visited = 0; levels.length && visited < 50 && found.length < maxText; visited++) {
      const {value: node, done} = levels.at(-1).next();
      if (done) levels.pop();
      else if (node.nodeType === 3) found += ' ' + node.data.slice(0, maxText);
      else if (node.nodeType === 1 && isShown(node)) levels.push(contents(node));
    }
    return found.trim();
  };

  // nameOf returns the accessible name of an element.
  const nameOf = (element, role) => {
    const root = element.getRootNode instanceof Function ? element.getRootNode() : document;
    const named = (attribute(element, 'aria-labelledby') || '').split(/\s+/, 5).map((id) => id && root.querySelector('#' + CSS.escape(id))).filter(Boolean);
    const given = named.map(textOf).join(' ') || attribute(element, 'aria-label') || attribute(element, 'alt');
    if (given) return given;
    const label = element.labels instanceof NodeList && element.labels[0];
    if (label) return textOf(label);
    if (tagOf(element) === 'input' && role === 'button') return element.value || element.type;
    return /^(a|button|summary|option|h[1-6]|td|th)$/.test(tagOf(element)) || attribute(element, 'role') ? textOf(element)
      : attribute(element, 'title') || attribute(element, 'placeholder') || '';
  };

  // valueOf returns the value of a field, and one dot for a password.
  const valueOf = (element) => {
    if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.label || '';
    if (element instanceof HTMLTextAreaElement) return element.value;
    if (!(element instanceof HTMLInputElement) || /^(checkbox|radio|button|submit|reset|image|file)$/.test(element.type)) return '';
    return element.type === 'password' && element.value ? '\u2022' : element.value;
  };

  // describeNode returns an element in the form of a node of the accessibility tree.
  const describeNode = (element) => {
    const name = tagOf(element), properties = [];
    const has = (property, value) => { if (value) properties.push({name: property, value: {value: String(value).slice(0, 2000)}}); };
    const role = /^[a-z]{1,30}$/.exec(attribute(element, 'role') || '')?.[0] || (name === 'input' && inputRoles[element.type]) || roles[name] || 'generic';
    for (const state of ['checked', 'expanded', 'selected', 'pressed', 'disabled', 'required', 'readonly', 'level']) has(state, attribute(element, 'aria-' + state));
    if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) has('checked', String(element.checked));
    if (name === 'option' && element.selected) has('selected', 'true');
    if (name === 'summary') has('expanded', String(!!element.parentElement?.open));
    if (/^h[1-6]$/.test(name)) has('level', name[1]);
    has('disabled', matches(element, ':disabled'));
    has('required', matches(element, ':required'));
    has('readonly', matches(element, 'input[readonly],textarea[readonly]'));
    has('focused', matches(element, ':focus'));
    has('focusable', element.tabIndex >= 0 || element.isContentEditable === true);
    has('url', element instanceof HTMLAnchorElement && element.href);
    return {
      role: {value: role}, name: {value: nameOf(element, role).slice(0, maxText)}, value: {value: valueOf(element).slice(0, maxText)}, properties,
    };
  };

  // contents are the child nodes of an element as they are shown: those of its shadow tree or its slot.
  function* contents(element) {
    const root = shadow(element);
    const assigned = element instanceof HTMLSlotElement ? element.assignedNodes() : [];
    if (assigned.length) return yield* assigned;
    for (let node = first(root || element); node; node = next(node)) yield node;
  }

  // isShown reports whether an element has a box, or is an option, which has none while its list is closed.
  const isShown = (element) => matches(element, 'option,optgroup')
    || !matches(element, 'script,style,template,noscript,[aria-hidden=true],[inert]')
      && (Element.prototype.checkVisibility.call(element) || getComputedStyle(element).display === 'contents');

  // pick returns the first elements and texts that a snapshot may show, in their order, each with the index of the
  // element around it. picked returns the elements themselves. pick reads a limited number of nodes.
  let elements = [];
  const pick = (limit) => {
    elements = [];
    const items = [], levels = [{nodes: [document.documentElement].values(), parent: -1, isVisible: true}];
    let visited = 0, length = 0;
    while (levels.length && items.length < limit && visited++ < 50 * limit && length < 100 * limit) {
      const level = levels.at(-1), {value: node, done} = level.nodes.next();
      if (done) levels.pop();
      else if (node.nodeType === 3) {
        const start = level.isVisible ? node.data.search(/\S/) : -1;
        if (start < 0) continue;
        const text = node.data.slice(start, start + maxText);
        length += text.length;
        items.push({parent: level.parent, node: {role: {value: 'StaticText'}, name: {value: text}}});
      } else if (node.nodeType === 1 && isShown(node) && !matches(node, 'input[type=hidden]')) {
        let index = level.parent;
        if (matches(node, selectors)) {
          index = items.length;
          const described = describeNode(node);
          length += described.name.value.length + described.value.value.length + 50 * described.properties.length;
          items.push({parent: level.parent, element: true, node: described});
          elements.push(node);
        }
        levels.push({nodes: contents(node), parent: index, isVisible: getComputedStyle(node).visibility === 'visible'});
      }
    }
    return {items, more: levels.some(({nodes}) => !nodes.next().done)};
  };
  const picked = () => elements.splice(0);

  return {inspect, point, choose, select, focus, set, scroll, size, pick, picked};
})();
