// Sends one recording to a running system through its public API and waits for the result.
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { CliError } from '../errors.mjs';

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
   * @param {string} file streamed from disk, never fully loaded into memory
   * @returns {Promise<{ id: string, state: string }>} @throws {CliError} if the API rejects it
   */
  async submit(file) {
    const form = new FormData();
    form.set('audio', await openAsBlob(file), basename(file));
    return this.#request('/api/n8n/calls', { method: 'POST', body: form });
  }

  /**
   * @param {string} id
   * @param {(state: string) => void} onState called with the state after each poll
   * @returns {Promise<any>} the call in a final state, as returned by GET /api/n8n/calls/{id}
   */
  async waitUntilFinished(id, onState) {
    for (;;) {
      const call = await this.#request(`/api/n8n/calls/${id}`, {});
      onState(call.state);
      if (FINAL_STATES.includes(call.state)) return call;
      await sleep(POLL_MS, undefined, { signal: this.#signal });
    }
  }

  /** @param {string} path @param {RequestInit} init @returns {Promise<any>} */
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
      throw new CliError(`No response from ${this.#url}: check that Ringwell is running there, then try again.`);
    }
    const body = await response.text();
    if (response.ok) return JSON.parse(body);
    throw new CliError(`Ringwell rejected the request (${response.status}): ${readMessage(body)}`);
  }
}

/** Returns an API error's message; a proxy in front of the API may return anything. @param {string} body */
function readMessage(body) {
  try {
    return JSON.parse(body).message ?? body;
  } catch {
    return body.slice(0, 500);
  }
}
