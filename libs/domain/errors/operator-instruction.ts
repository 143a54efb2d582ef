/**
 * What the operator should do about a failure. It is the cause of an error whose message is for customers: logged and
 * shown to administrators, never stored with a call or message.
 */
export class OperatorInstruction extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'OperatorInstruction';
  }
}

/** The instruction that an error carries, if any. */
export function instructionOf(error: unknown): string | null {
  return error instanceof Error && error.cause instanceof OperatorInstruction ? error.cause.message : null;
}
