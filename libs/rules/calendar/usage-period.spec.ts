import { currentUsagePeriod, movePeriod, periodSinceActivation, type MovedPeriod } from './usage-period';

const parseTime = (text: string): Date => new Date(text);
const parseDay = (text: string): Date => parseTime(`${text}T00:00:00Z`);
const UTC = { timeZone: null, movedPeriod: null };

describe('periodSinceActivation', () => {
  it.each([
    ['2026-01-15', '2026-03-20T10:00:00Z', '2026-03-15', '2026-04-15'],
    ['2026-01-15', '2026-03-14T23:59:59Z', '2026-02-15', '2026-03-15'],
    ['2026-01-15', '2026-03-15T00:00:00Z', '2026-03-15', '2026-04-15'],
    ['2026-01-31', '2026-02-27T12:00:00Z', '2026-01-31', '2026-02-28'],
    ['2026-01-31', '2026-02-28T00:00:00Z', '2026-02-28', '2026-03-31'],
    ['2028-01-30', '2028-02-29T05:00:00Z', '2028-02-29', '2028-03-30'],
    ['2026-05-31', '2027-01-02T00:00:00Z', '2026-12-31', '2027-01-31'],
  ])(
    'returns the period of an account activated on %s that contains %s: from %s to %s',
    (activated, now, startsAt, endsAt) => {
      const activation = { activatedAt: parseTime(`${activated}T15:00:00Z`), createdAt: parseDay('2020-01-01') };
      expect(periodSinceActivation(activation, UTC, parseTime(now))).toEqual({
        startsAt: parseDay(startsAt),
        endsAt: parseDay(endsAt),
      });
    },
  );

  it.each([
    // Activated on the evening of January 31 in New York, which is February 1 in UTC.
    ['America/New_York', '2026-02-28T04:59:59Z', '2026-01-31T05:00:00Z', '2026-02-28T05:00:00Z'],
    ['America/New_York', '2026-02-28T05:00:00Z', '2026-02-28T05:00:00Z', '2026-03-31T04:00:00Z'],
    ['Pacific/Kiritimati', '2026-02-15T00:00:00Z', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    // On September 6, 2026, the day begins at 01:00 in Santiago.
    ['America/Santiago', '2026-09-10T00:00:00Z', '2026-08-31T04:00:00Z', '2026-09-30T03:00:00Z'],
  ])('begins at midnight in %s, for the period that contains %s', (timeZone, now, startsAt, endsAt) => {
    const activation = { activatedAt: parseTime('2026-02-01T02:00:00Z'), createdAt: parseDay('2020-01-01') };
    expect(periodSinceActivation(activation, { timeZone, movedPeriod: null }, parseTime(now))).toEqual({
      startsAt: parseTime(startsAt),
      endsAt: parseTime(endsAt),
    });
  });

  it('begins at the first moment of a day that has no midnight', () => {
    const activation = { activatedAt: parseTime('2026-08-06T15:00:00Z'), createdAt: parseDay('2020-01-01') };
    const settings = { timeZone: 'America/Santiago', movedPeriod: null };
    expect(periodSinceActivation(activation, settings, parseTime('2026-09-20T00:00:00Z'))).toEqual({
      startsAt: parseTime('2026-09-06T04:00:00Z'),
      endsAt: parseTime('2026-10-06T03:00:00Z'),
    });
  });
});

describe('movePeriod', () => {
  const activation = { activatedAt: parseTime('2026-01-31T10:00:00Z'), createdAt: parseDay('2020-01-01') };
  const changeZone = (
    timeZone: string,
    now: string,
    settings: { timeZone: string | null; movedPeriod: MovedPeriod | null } = UTC,
  ) => ({
    timeZone,
    movedPeriod: movePeriod(
      periodSinceActivation(activation, settings, parseTime(now)),
      activation,
      timeZone,
      parseTime(now),
    ),
  });
  const getPeriodAt = (now: string, settings: Parameters<typeof periodSinceActivation>[1]): string[] => {
    const { startsAt, endsAt } = periodSinceActivation(activation, settings, parseTime(now));
    return [startsAt.toISOString(), endsAt.toISOString()];
  };

  it('only moves the end of the current period', () => {
    const changed = changeZone('America/New_York', '2026-02-15T12:00:00Z');
    const february = ['2026-01-31T00:00:00.000Z', '2026-02-28T05:00:00.000Z'];
    expect(getPeriodAt('2026-02-15T12:00:00Z', changed)).toEqual(february);
    expect(getPeriodAt('2026-02-28T04:59:59Z', changed)).toEqual(february);
    expect(getPeriodAt('2026-02-28T05:00:00Z', changed)).toEqual([february[1], '2026-03-31T04:00:00.000Z']);
    expect(getPeriodAt('2026-04-02T12:00:00Z', changed)).toEqual([
      '2026-03-31T04:00:00.000Z',
      '2026-04-30T04:00:00.000Z',
    ]);
  });

  it('does not start a second period when the start day begins again in the new zone', () => {
    const changed = changeZone('America/New_York', '2026-02-28T01:00:00Z'); // still February 27 in New York
    expect(getPeriodAt('2026-02-28T06:00:00Z', changed)).toEqual([
      '2026-02-28T00:00:00.000Z',
      '2026-03-31T04:00:00.000Z',
    ]);
  });

  it('ends the period now when the next one has already begun in the new zone', () => {
    const changed = changeZone('Asia/Tokyo', '2026-02-27T20:00:00Z'); // February 28 in Tokyo
    expect(getPeriodAt('2026-02-27T20:00:00Z', changed)).toEqual([
      '2026-02-27T20:00:00.000Z',
      '2026-03-30T15:00:00.000Z',
    ]);
    const changedBack = changeZone('UTC', '2026-02-27T21:00:00Z', changed);
    expect(getPeriodAt('2026-02-28T12:00:00Z', changedBack)).toEqual([
      '2026-02-27T20:00:00.000Z',
      '2026-03-31T00:00:00.000Z',
    ]);
  });

  it('is obsolete after another activation', () => {
    const changed = changeZone('America/New_York', '2026-02-15T12:00:00Z');
    const reactivation = { ...activation, activatedAt: parseTime('2026-02-20T16:00:00Z') };
    expect(periodSinceActivation(reactivation, changed, parseTime('2026-02-21T00:00:00Z')).startsAt).toEqual(
      parseTime('2026-02-20T05:00:00Z'),
    );
  });

  it('covers every moment exactly once, regardless of the time zones', () => {
    const zones = [
      'UTC',
      'America/New_York',
      'Pacific/Kiritimati',
      'Pacific/Niue',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
    ];
    let seed = 7;
    const random = (limit: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % limit;
    for (const activatedAt of [
      parseTime('2026-01-31T02:00:00Z'),
      parseTime('2026-02-01T09:30:00Z'),
      parseTime('2028-02-29T23:59:59Z'),
    ]) {
      const account = { activatedAt, createdAt: activatedAt };
      let settings: Parameters<typeof periodSinceActivation>[1] = UTC;
      let current = periodSinceActivation(account, settings, activatedAt);
      for (let hour = 1; hour < 8_766; hour += 6) {
        const now = new Date(activatedAt.getTime() + hour * 3_600_000);
        const period = periodSinceActivation(account, settings, now);
        if (period.startsAt.getTime() !== current.startsAt.getTime()) {
          expect(period.startsAt).toEqual(current.endsAt);
          expect(current.endsAt.getTime() - current.startsAt.getTime()).toBeGreaterThan(26 * 86_400_000);
        }
        expect(period.startsAt <= now && now < period.endsAt).toBe(true);
        current = period;
        if (random(8) > 0) continue;
        const timeZone = zones[random(zones.length)] ?? null;
        settings = { timeZone, movedPeriod: movePeriod(period, account, timeZone, now) };
        const { startsAt, endsAt } = periodSinceActivation(account, settings, now);
        if (startsAt.getTime() !== period.startsAt.getTime()) expect(startsAt).toEqual(now); // the next period has begun
        current = { startsAt, endsAt };
      }
    }
  });
});

describe('currentUsagePeriod', () => {
  const ACTIVATED = { activatedAt: parseTime('2026-01-03T09:00:00Z'), createdAt: parseTime('2026-01-01T00:00:00Z') };
  const SUBSCRIBED = {
    ...UTC,
    subscriptionStatus: 'active',
    currentPeriodStart: parseTime('2026-02-20T14:03:07Z'),
    currentPeriodEnd: parseTime('2026-03-20T14:03:07Z'),
    billingAnchor: parseTime('2026-02-20T14:03:07Z'),
  };
  const NEVER_ACTIVATED = {
    ...UTC,
    subscriptionStatus: null,
    currentPeriodStart: null,
    currentPeriodEnd: null,
    billingAnchor: null,
  };

  it('is the billing period, to the second, once an account subscribes', () => {
    expect(currentUsagePeriod(ACTIVATED, NEVER_ACTIVATED, parseTime('2026-02-20T14:03:06Z'))).toEqual({
      startsAt: parseDay('2026-02-03'),
      endsAt: parseDay('2026-03-03'),
    });
    expect(currentUsagePeriod(ACTIVATED, SUBSCRIBED, parseTime('2026-02-20T14:03:07Z'))).toEqual({
      startsAt: SUBSCRIBED.currentPeriodStart,
      endsAt: SUBSCRIBED.currentPeriodEnd,
    });
    expect(currentUsagePeriod(ACTIVATED, SUBSCRIBED, parseTime('2026-03-20T14:03:06.999Z')).startsAt).toEqual(
      SUBSCRIBED.currentPeriodStart,
    );
  });

  it('starts the next period on time when Stripe has not reported the renewal yet', () => {
    expect(currentUsagePeriod(ACTIVATED, SUBSCRIBED, parseTime('2026-03-20T14:03:07Z'))).toEqual({
      startsAt: parseTime('2026-03-20T14:03:07Z'),
      endsAt: parseTime('2026-04-20T14:03:07Z'),
    });
  });

  const nonLiveStatuses = ['canceled', 'unpaid', 'incomplete', null];
  it.each(nonLiveStatuses)('is counted from the activation when the subscription is %s', (subscriptionStatus) => {
    expect(
      currentUsagePeriod(ACTIVATED, { ...SUBSCRIBED, subscriptionStatus }, parseTime('2026-02-21T00:00:00Z')),
    ).toEqual({
      startsAt: parseDay('2026-02-03'),
      endsAt: parseDay('2026-03-03'),
    });
  });

  it('is counted from the activation until the billing period is known', () => {
    const unknownPeriod = {
      ...NEVER_ACTIVATED,
      subscriptionStatus: 'active',
      currentPeriodEnd: SUBSCRIBED.currentPeriodEnd,
    };
    expect(currentUsagePeriod(ACTIVATED, unknownPeriod, parseTime('2026-02-21T00:00:00Z'))).toEqual({
      startsAt: parseDay('2026-02-03'),
      endsAt: parseDay('2026-03-03'),
    });
  });

  it('accepts a shorter billing period, such as a trial', () => {
    const trial = {
      ...SUBSCRIBED,
      subscriptionStatus: 'trialing',
      currentPeriodEnd: parseTime('2026-02-27T14:03:07Z'),
      billingAnchor: parseTime('2026-02-27T14:03:07Z'),
    };
    expect(currentUsagePeriod(ACTIVATED, trial, parseTime('2026-02-27T00:00:00Z')).endsAt).toEqual(
      trial.currentPeriodEnd,
    );
    expect(currentUsagePeriod(ACTIVATED, trial, parseTime('2026-02-28T00:00:00Z'))).toEqual({
      startsAt: trial.currentPeriodEnd,
      endsAt: parseTime('2026-03-27T14:03:07Z'),
    });
  });
});
