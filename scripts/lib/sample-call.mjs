// Hands one recording to a running system over its public API and waits for the result.
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { notRunning } from './running-system.mjs';
import { PlainError } from './terminal.mjs';

const POLL_MS = 500;
const FINAL_STATES = ['completed', 'skipped', 'failed', 'timed_out'];

export class SampleCall {
  #url;
  #token;
  #signal;

  /** @param {{ url: string, token: string, signal: AbortSignal }} system */
  constructor({ url, token, signal }) {
    this.#url = url.replace(/\/+$/, '');
    this.#token = token;
    this.#signal = signal;
  }

  /**
   * @param {string} file streamed from the disk, never whole in memory
   * @returns {Promise<{ id: string, state: string }>} @throws PlainError when the API refuses it
   */
  async submit(file) {
    const form = new FormData();
    form.set('audio', await openAsBlob(file), basename(file));
    return this.#request('/api/n8n/calls', { method: 'POST', body: form });
  }

  /**
   * @param {string} id
   * @param {(state: string) => void} onState told every state that is seen
   * @returns {Promise<any>} the call in a final state, as GET /api/n8n/calls/{id} shows it
   */
  async untilDone(id, onState) {
    for (;;) {
      const call = await this.#request(`/api/n8n/calls/${id}`, {});
      onState(call.state);
      if (FINAL_STATES.includes(call.state)) return call;
      await sleep(POLL_MS, undefined, { signal: this.#signal });
    }
  }

  async #request(path, init) {
    let response;
    try {
      response = await fetch(`${this.#url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${this.#token}` },
        signal: this.#signal,
      });
    } catch (error) {
      if (this.#signal.aborted) throw error;
      throw notRunning(this.#url);
    }
    const body = await response.text();
    if (response.ok) return JSON.parse(body);
    throw new PlainError(`Ringwell refused the request (${response.status}): ${messageIn(body)}`);
  }
}

/** The API's own sentence, if the answer is one of its errors; a proxy before it may answer anything. */
function messageIn(body) {
  try {
    return JSON.parse(body).message ?? body;
  } catch {
    return body.slice(0, 500);
  }
}
