import type { Dispatcher } from 'undici';

export interface WatchedSending {
  /** For one request only. */
  dispatcher: Dispatcher;
  /** Whether the request was assigned a connection, after which the message may have arrived. */
  wasSent: () => boolean;
}

/** Distinguishes requests that were never sent from requests that may have arrived. */
export function watchSending(agent: Dispatcher): WatchedSending {
  let wasSent = false;
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    const onRequestStart = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      wasSent = true;
      onRequestStart?.(controller, context);
    };
    return dispatch(options, handler);
  });
  return { dispatcher, wasSent: () => wasSent };
}
