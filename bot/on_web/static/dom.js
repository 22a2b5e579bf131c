// DOM helpers. Text is never parsed as HTML.

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** A link that downloads a text as a file. */
export function download({ name, text }) {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  return element("p", {}, element("a", { class: "file", href, download: name }, name));
}

export function byId(id) {
  return document.getElementById(id);
}
