
  // The second part of the function in page.js: what a page contains.

  // A form with an input named firstChild hides the property of that name: these read the property itself.
  const get = (type, name) => {
    const property = Object.getOwnPropertyDescriptor(type.prototype, name);
    return (object) => property.get.call(object);
  };
  const first = get(Node, 'firstChild'), next = get(Node, 'nextSibling'), shadow = get(Element, 'shadowRoot');
  const matches = (element, selector) => Element.prototype.matches.call(element, selector);

  // offset returns how far the document is scrolled.
  const offset = () => ({x: scrollX, y: scrollY});
  const viewport = () => ({x: innerWidth, y: innerHeight});

  // source returns the page as HTML in parts: what is shown, with the content of shadow trees and without attributes that
  // its text does not need. A part is shorter than the limit for strings.
  const kept = ['alt', 'title', 'colspan', 'rowspan', 'class', 'lang', 'type', 'start', 'datetime', 'role', 'dir'];
  const empty = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
  const escape = (text) => text.replace(/[&<>"]/g, (c) => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);
  const source = () => {
    const parts = [], levels = [];
    let open = '', length = 0;
    const write = (text) => {
      open += text;
      while (open.length >= 2400) {
        const end = /[\ud800-\udbff]/.test(open[2399]) ? 2399 : 2400; // pairs stay together
        parts.push(open.slice(0, end));
        open = open.slice(end);
      }
      length += text.length;
    };
    const enter = (element) => {
      const name = tagOf(element);
      write('<' + name);
      for (const key of kept) if (attribute(element, key) !== null) write(' ' + key + '="' + escape(attribute(element, key).slice(0, 1000)) + '"');
      if (element instanceof HTMLAnchorElement && element.href) write(' href="' + escape(element.href.slice(0, 2000)) + '"');
      if (element instanceof HTMLImageElement && !element.src.startsWith('data:')) write(' src="' + escape(element.src.slice(0, 2000)) + '"');
      write('>');
      if (!empty.test(name)) levels.push({nodes: contents(element), end: '</' + name + '>'});
    };
    write('<!doctype html><title>' + escape(document.title.slice(0, 500)) + '</title>');
    if (document.body) enter(document.body);
    while (levels.length && length < 1.5e6) {
      const level = levels.at(-1), {value: node, done} = level.nodes.next();
      if (done) {
        write(level.end);
        levels.pop();
      } else if (node.nodeType === 3) write(escape(node.data));
      else if (node.nodeType === 1 && isShown(node) && !/^(iframe|object|frame|frameset)$/.test(tagOf(node))) {
        if (getComputedStyle(node).visibility === 'visible' || tagOf(node) === 'option') enter(node);
      }
    }
    return {parts: [...parts, open], more: levels.length > 0};
  };

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
  // textOf returns the beginning of the text of an element. It reads a limited number of nodes.
  const textOf = (element) => {
    const levels = [contents(element)];
    let found = '';
    for (let visited = 0; levels.length && visited < 50 && found.length <= maxText && !found.endsWith(cutMark); visited++) {
      const {value: node, done} = levels.at(-1).next();
      if (done) levels.pop();
      else if (node.nodeType === 3) found += ' ' + cut(node.data);
      else if (node.nodeType === 1 && isShown(node)) levels.push(contents(node));
    }
    return cut(found.trim());
  };

  // nameOf returns the accessible name of an element.
  const nameOf = (element, role) => {
    const root = element.getRootNode instanceof Function ? element.getRootNode() : document;
    const named = (attribute(element, 'aria-labelledby') || '').split(/\s+/, 5).map((id) => id && root.querySelector('#' + CSS.escape(id))).filter(Boolean);
    const given = joinTexts(named.map(textOf)) || attribute(element, 'aria-label') || attribute(element, 'alt');
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
    const has = (property, value) => { if (value) properties.push({name: property, value: {value: cut(String(value))}}); };
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
      role: {value: role}, name: {value: cut(nameOf(element, role))}, value: {value: cut(valueOf(element))}, properties,
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
        const text = cut(node.data.slice(start));
        length += Math.min(text.length, maxShown);
        items.push({parent: level.parent, node: {role: {value: 'StaticText'}, name: {value: text}}});
      } else if (node.nodeType === 1 && isShown(node) && !matches(node, 'input[type=hidden]')) {
        let index = level.parent;
        if (matches(node, selectors)) {
          index = items.length;
          const described = describeNode(node);
          length += Math.min(described.name.value.length, maxShown) + Math.min(described.value.value.length, maxShown) + 50 * described.properties.length;
          items.push({parent: level.parent, element: true, node: described});
          elements.push(node);
        }
        levels.push({nodes: contents(node), parent: index, isVisible: getComputedStyle(node).visibility === 'visible'});
      }
    }
    return {items, more: levels.some(({nodes}) => !nodes.next().done)};
  };
  const picked = () => elements.splice(0);

  return {aim, getUnsure, arrived, expect, forget, holds, pause, inspect, point, choose, select, focus, set, scroll, offset, viewport, show, source, describe: (e) => ({covered: describe(e)}), describeNow: (e) => ({node: describeNode(e)}), size, pick, picked};
})();
