import type { Dispatcher } from 'undici';

export interface WatchedSending {
  /** For the request that is watched, and no other. */
  dispatcher: Dispatcher;
  /** Whether the request got a connection: from then on it may have arrived. */
  wasSent: () => boolean;
}

/** Tells a request that never left from one that may have arrived, whatever it fails with. */
export function watchSending(agent: Dispatcher): WatchedSending {
  let wasSent = false;
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      wasSent = true;
      start?.(controller, context);
    };
    return dispatch(options, handler);
  });
  return { dispatcher, wasSent: () => wasSent };
}
