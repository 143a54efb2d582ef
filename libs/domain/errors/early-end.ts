/** Thrown to end work early without a failure, for example when a call is skipped. */
export abstract class EarlyEnd extends Error {}
