import type { SystemHealth } from '../api/types';

/** A healthy, fully set-up system. */
export function systemHealth(changes: Partial<SystemHealth> = {}): SystemHealth {
  const worker = {
    host: 'front-desk',
    slots: 2,
    transcription: 'sherpa:parakeet',
    analysis: 'local',
    version: '1.2.0',
  };
  return {
    status: 'operational',
    version: '1.2.0',
    api: { status: 'operational', label: 'Operational' },
    database: { status: 'up', latencyMs: 1 },
    redis: { status: 'up', latencyMs: 1 },
    storage: { status: 'up' },
    queue: { queued: 2, released: 1, running: 4, oldestQueuedAgeSeconds: 3, deliveriesPending: 0 },
    workers: [{ ...worker, lastSeenAt: '2026-03-02T12:00:00.000Z' }],
    silentWorkers: [],
    engines: { transcription: ['sherpa:parakeet'], analysis: ['local'] },
    writers: ['llama:notes'],
    undelivered: [],
    disk: { freeBytes: 52e9, totalBytes: 100e9 },
    setup: { mail: true, address: true },
    inbox: null,
    models: [],
    rows: [
      { name: 'API Status', state: 'Operational', status: 'operational' },
      { name: 'Database', state: 'Healthy', status: 'operational' },
      { name: 'Processing', state: 'Normal', status: 'operational' },
    ],
    notes: [],
    checkedAt: '2026-03-02T12:00:00.000Z',
    ...changes,
  };
}
