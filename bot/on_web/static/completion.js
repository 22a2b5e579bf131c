// Command completion, as pure functions from a line to candidates.

const PREFIX = "/puluc";

/** Return candidates {text, label, hint} for a line; `people` are the names to complete. */
export function complete(line, commands, people) {
  const [, prefix, rest] = line.match(/^\/(puluc\s+)?(.*)$/i) ?? [];
  if (rest === undefined) return [];
  const words = rest.match(/^(\S+)\s+(.*)$/);
  if (!words) return names(line, rest.toLowerCase(), Boolean(prefix), commands);
  const command = commands.find(({ name }) => name === words[1].toLowerCase());
  return command ? options(line, command, words[2], people) : [];
}

/** Return candidates for the command's name, for lines such as `/ch`, `/puluc ch` and `/pul`. */
function names(line, start, prefixed, commands) {
  const matching = commands.filter(({ name }) => name.startsWith(start));
  const beginsPrefix = !prefixed && !matching.length && PREFIX.startsWith(line.toLowerCase());
  const typed = prefixed || beginsPrefix ? `${PREFIX} ` : "/";
  return (beginsPrefix ? commands : matching).map(({ name, does, options: more }) => ({
    text: `${typed}${name}${more.length ? " " : ""}`,
    label: `${typed}${name}`,
    hint: does,
  }));
}

/** Return candidates for the option being typed, or for the next one. */
function options(line, command, rest, people) {
  const word = rest.match(/(?:^|\s)((?:[^\s"]|"[^"]*"?)*)$/)[1];
  const before = line.slice(0, line.length - word.length);
  const given = rest.slice(0, rest.length - word.length);
  const free = command.options.filter((option) => !isGiven(option, given));
  const begun = free
    .flatMap((option) => values(option, people.filter((person) => !isNamed(person, given))))
    .filter(({ value }) => value.toLowerCase().startsWith(word.toLowerCase()));
  // A complete word is offered only beside longer ones: `pace=1d` beside `pace=1d+1h`.
  if (begun.length === 1 && begun[0].value === word) return [];
  return begun.map(({ value, label }) => ({
    text: before + value + (value.endsWith("=") ? "" : " "),
    label: label ?? value,
    hint: "",
  }));
}

function isGiven({ name, choices, person, several }, given) {
  if (person) return !several && /(?:^|\s)@/.test(given);
  return given.includes(`${name}=`) || choices.some((choice) => given.split(/\s+/).includes(choice));
}

function isNamed(person, given) {
  return ` ${given} `.toLowerCase().includes(` ${mention(person).toLowerCase()} `);
}

function values({ name, choices, examples, numbers, bare, person: asked }, people) {
  if (asked) return people.map((person) => ({ value: mention(person) }));
  const usual = choices.length ? choices : examples;
  if (usual.length) return usual.map((value) => ({ value: bare ? value : `${name}=${value}` }));
  if (numbers) return [{ value: `${name}=`, label: `${name}= ${numbers[0]}…${numbers[1]}` }];
  return bare ? [] : [{ value: `${name}=` }];
}

/** Return a name as typed in a command, quoted if necessary. */
export function mention(name) {
  return /^[\p{L}\p{N}_.-]+$/u.test(name) ? `@${name}` : `@"${name.replace(/["\\]/g, "\\$&")}"`;
}
