/** Thrown to end work early when nothing has failed, such as for a call that is skipped. */
export abstract class EarlyEnd extends Error {}
