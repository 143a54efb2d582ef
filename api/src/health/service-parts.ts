import { DELAYED_AFTER_SECONDS, formatAge, isDatabaseWritable, type HealthFacts } from './health-rows';
import { SERVICE_STATUSES, type ServicePartDto, type ServiceStatus } from './service-status.dto';

/** Describes the state of each part of the service to users, without technical details. */
export function serviceParts(facts: HealthFacts): ServicePartDto[] {
  return [
    webAppPart(facts),
    isDatabaseWritable(facts) && facts.isStorageUp
      ? upPart('New calls')
      : downPart('New calls', "New calls can't be accepted right now. Send them again later."),
    processingPart(facts),
    sendingPart(facts),
  ];
}

function webAppPart({ isDatabaseUp, isDatabaseReadOnly }: HealthFacts): ServicePartDto {
  const name = 'Web app and sign-in';
  if (isDatabaseReadOnly) return downPart(name, 'Pages load, but nothing can be saved, and nobody can sign in.');
  return isDatabaseUp ? upPart(name) : downPart(name, 'Pages can be opened, but nothing loads.');
}

export function worstPartStatus(parts: readonly ServicePartDto[]): ServiceStatus {
  return SERVICE_STATUSES.findLast((status) => parts.some((part) => part.status === status)) ?? 'up';
}

function processingPart(facts: HealthFacts): ServicePartDto {
  const name = 'Call processing';
  const { isAdministratorNeeded, oldestQueuedAgeSeconds } = facts;
  if (!canProcess(facts))
    return delayedPart(name, 'Calls are waiting. They will be processed automatically. No calls have been lost.');
  if (oldestQueuedAgeSeconds >= DELAYED_AFTER_SECONDS) {
    const age = formatAge(oldestQueuedAgeSeconds);
    return delayedPart(name, `The oldest call has been waiting for ${age}. No calls have been lost.`);
  }
  return isAdministratorNeeded ? delayedPart(name, 'Some calls are waiting. No calls have been lost.') : upPart(name);
}

function sendingPart(facts: HealthFacts): ServicePartDto {
  const name = 'Alerts and notes';
  return canProcess(facts) ? upPart(name) : delayedPart(name, 'Messages are waiting. They will be sent automatically.');
}

function canProcess(facts: HealthFacts): boolean {
  return isDatabaseWritable(facts) && facts.isRedisUp && facts.slots > 0;
}

const upPart = (name: string): ServicePartDto => ({ name, status: 'up', message: null });
const delayedPart = (name: string, message: string): ServicePartDto => ({ name, status: 'delayed', message });
const downPart = (name: string, message: string): ServicePartDto => ({ name, status: 'down', message });
