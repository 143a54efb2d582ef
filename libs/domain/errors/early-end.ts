/** Thrown to end work early although nothing has failed, such as for a call that is skipped. */
export abstract class EarlyEnd extends Error {}
