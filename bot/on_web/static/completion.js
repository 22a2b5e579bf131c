// What a line may become: pure, a line in, candidates out.

const PREFIX = "/puluc";

/** Candidates {text, label, hint} for a line; `people` are the names that can be meant. */
export function complete(line, commands, people) {
  if (!line.startsWith("/")) return [];
  const words = line.match(/^\/puluc\s+(\S+)\s+(.*)$/i);
  if (!words) return names(line, commands);
  const command = commands.find(({ name }) => name === words[1].toLowerCase());
  return command ? options(line, command, words[2], people) : [];
}

/** The commands that a line may be the beginning of: `/pul`, `/puluc ch` and just `/ch`. */
function names(line, commands) {
  const typed = line.toLowerCase().replace(/^\/puluc\s+/, "/");
  const begun = PREFIX.startsWith(typed) ? "" : typed.slice(1);
  return commands
    .filter(({ name }) => name.startsWith(begun))
    .map(({ name, does, options: more }) => ({
      text: `${PREFIX} ${name}${more.length ? " " : ""}`,
      label: `${PREFIX} ${name}`,
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
