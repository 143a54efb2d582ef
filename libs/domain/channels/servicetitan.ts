import { NOTE_TARGETS, SERVICE_TITAN_ENVIRONMENTS } from '../deliveries/service-titan';
import type { ConnectionDescriptor } from './channel';

export const SERVICE_TITAN = {
  title: 'ServiceTitan',
  kind: 'note',
  mayArriveLate: true,
  brand: 'ServiceTitan',
  prefix: 'serviceTitan',
  destination: 'serviceTitanTenant',
  destinationPrefix: 'Tenant',
  formatTestSentMessage: () =>
    'ServiceTitan accepted these credentials and lets us read jobs and customers. No note was written.',
  settings: {
    serviceTitanTenant: {
      kind: 'text',
      reconnects: true,
      required: 'a tenant ID',
      maxLength: 20,
      format: { pattern: /^\d+$/, message: 'This must be a ServiceTitan tenant ID, which is a number.' },
      description: 'ServiceTitan tenant ID.',
      example: '987654321',
      field: { label: 'Tenant', inputMode: 'numeric', placeholder: '987654321' },
    },
    serviceTitanEnvironment: {
      kind: 'choice',
      reconnects: true,
      choices: SERVICE_TITAN_ENVIRONMENTS,
      default: 'production',
      description: 'Use integration for testing.',
    },
    serviceTitanClientId: {
      kind: 'text',
      reconnects: true,
      required: 'a client ID',
      maxLength: 200,
      description: 'ServiceTitan client ID for this tenant.',
      example: 'cid.a1b2c3',
      field: { label: 'Client ID', placeholder: 'cid....' },
    },
    serviceTitanClientSecret: {
      kind: 'text',
      secret: true,
      reconnects: true,
      required: 'a client secret',
      maxLength: 500,
      format: {
        pattern: /^[\x21-\x7e]+$/,
        message: 'This must be a ServiceTitan client secret, with no spaces.',
      },
      description: 'ServiceTitan client secret for this tenant.',
      example: 'cs1.a1b2c3d4e5f6g7h8',
      field: {
        label: 'Client secret',
        removalWarning: 'Notes and new recordings stop until you add a new one.',
      },
    },
    noteTarget: {
      kind: 'choice',
      inProfile: true,
      choices: NOTE_TARGETS,
      default: 'job_then_customer',
      description: 'Where to write the note about a call.',
    },
    serviceTitanPollingEnabled: {
      kind: 'switch',
      inProfile: true,
      default: false,
      example: true,
      description: 'Whether new calls are pulled from ServiceTitan automatically.',
    },
    serviceTitanJobDays: {
      kind: 'number',
      minimum: 1,
      maximum: 30,
      default: 7,
      description: 'Days after a call within which a job for its customer is treated as a result of the call.',
      example: 14,
    },
  },
} as const satisfies ConnectionDescriptor;
