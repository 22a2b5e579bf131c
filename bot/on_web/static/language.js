// Numbers, times and lists as the page's language has them.

const language = document.documentElement.lang;

/** Return a share of a whole in whole percent. */
export const percent = (share) => share.toLocaleString(language, { style: "percent" });

/** Return a time of day in 24 hours, as in all texts. */
export const clock = (when) =>
  when.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Return a list as a part of a sentence. */
export const listed = (parts) => new Intl.ListFormat(language).format(parts.map(String));
