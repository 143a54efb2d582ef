/** Thrown to end work early without a failure, such as for a skipped call. */
export abstract class EarlyEnd extends Error {}
