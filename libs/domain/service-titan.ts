/** ServiceTitan's systems: the real one, and the one for trying things out. */
export const SERVICE_TITAN_ENVIRONMENTS = ['production', 'integration'] as const;
export type ServiceTitanEnvironment = (typeof SERVICE_TITAN_ENVIRONMENTS)[number];

/** Where the note of a call is written. */
export const NOTE_TARGETS = ['job', 'customer', 'job_then_customer'] as const;
export type NoteTarget = (typeof NOTE_TARGETS)[number];
