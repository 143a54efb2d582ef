/**
 * What the operator should do about a failure. Set as the cause of an error whose message is for customers; logged and
 * shown to administrators, but never stored with a call or message.
 */
export class OperatorInstruction extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'OperatorInstruction';
  }
}

export function getOperatorInstruction(error: unknown): string | null {
  return error instanceof Error && error.cause instanceof OperatorInstruction ? error.cause.message : null;
}
