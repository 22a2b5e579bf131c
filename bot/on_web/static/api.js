// Requests to the server. Each act has an operation id, so that it may be sent again safely.

const TRIES = 4;
const PAUSE = 600;

/** Whatever went wrong: an answer for the reader; `passing` if the same may work later. */
export class Failure extends Error {
  constructor(answer, passing = false) {
    super(answer.lines.join(" "));
    this.answer = answer;
    this.passing = passing;
  }
}

/** Post `body` and return the answer; a server that is starting anew gets some time. */
export async function post(path, body, unreachable) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(path, body);
    if (response && response.status !== 503) return read(response);
    if (attempt === TRIES) {
      if (response) return read(response);
      throw new Failure({ lines: [unreachable] }, true);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE * attempt));
  }
}

/** A new operation id. */
export function operation() {
  return crypto.randomUUID();
}

async function send(path, body) {
  try {
    return await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    return null;
  }
}

async function read(response) {
  const text = await response.text();
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Failure({ lines: [`${response.status} ${response.statusText}`] });
  }
  if (!response.ok) throw new Failure(answer, response.status === 503);
  return answer;
}
