// What a line may become: pure, a line in, candidates out.

const PREFIX = "/puluc";

/** Candidates {text, label, hint} for a line; `people` are the names that can be meant. */
export function complete(line, commands, people) {
  const [, prefix, rest] = line.match(/^\/(puluc\s+)?(.*)$/i) ?? [];
  if (rest === undefined) return [];
  const words = rest.match(/^(\S+)\s+(.*)$/);
  if (!words) return names(line, rest.toLowerCase(), Boolean(prefix), commands);
  const command = commands.find(({ name }) => name === words[1].toLowerCase());
  return command ? options(line, command, words[2], people) : [];
}

/** The commands that a line may be the beginning of: `/ch`, `/puluc ch` and `/pul`. */
function names(line, begun, prefixed, commands) {
  const fitting = commands.filter(({ name }) => name.startsWith(begun));
  const beginsPrefix = !prefixed && !fitting.length && PREFIX.startsWith(line.toLowerCase());
  const typed = prefixed || beginsPrefix ? `${PREFIX} ` : "/";
  return (beginsPrefix ? commands : fitting).map(({ name, does, options: more }) => ({
    text: `${typed}${name}${more.length ? " " : ""}`,
    label: `${typed}${name}`,
    hint: does,
  }));
}

/** What the last word may become, or the next one. */
function options(line, command, rest, people) {
  const word = rest.match(/(?:^|\s)((?:[^\s"]|"[^"]*"?)*)$/)[1];
  const before = line.slice(0, line.length - word.length);
  const given = rest.slice(0, rest.length - word.length);
  const free = command.options.filter((option) => !isGiven(option, given));
  return free
    .flatMap((option) => values(option, people))
    .filter(({ value }) => value.toLowerCase().startsWith(word.toLowerCase()) && value !== word)
    .map(({ value, label }) => ({
      text: before + value + (value.endsWith("=") ? "" : " "),
      label: label ?? value,
      hint: "",
    }));
}

function isGiven({ name, choices, person }, given) {
  if (person) return /(?:^|\s)@/.test(given);
  return given.includes(`${name}=`) || choices.some((choice) => given.split(/\s+/).includes(choice));
}

function values({ name, choices, numbers, bare, person: asked }, people) {
  if (asked) return people.map((person) => ({ value: mention(person) }));
  if (choices.length) return choices.map((choice) => ({ value: bare ? choice : `${name}=${choice}` }));
  if (numbers) return [{ value: `${name}=`, label: `${name}= ${numbers[0]}…${numbers[1]}` }];
  return bare ? [] : [{ value: `${name}=` }];
}

/** A name as it is typed in a command: quoted where it has to be. */
export function mention(name) {
  return /^[\p{L}\p{N}_.-]+$/u.test(name) ? `@${name}` : `@"${name.replace(/["\\]/g, "\\$&")}"`;
}
