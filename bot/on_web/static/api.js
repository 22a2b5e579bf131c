// Requests to the server. Acts have an operation id, so they can safely be repeated.

import { randomHex } from "./chance.js";

const TRIES = 4;
const PAUSE = 600;

/** An error, with an answer to show; `temporary` if a retry may succeed. */
export class Failure extends Error {
  constructor(answer, temporary = false) {
    super(answer.lines.join(" "));
    this.answer = answer;
    this.temporary = temporary;
  }
}

/** Post `body` and return the answer, with retries while the server is restarting. */
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

/** Return a new operation id. */
export function operation() {
  return randomHex(16);
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
