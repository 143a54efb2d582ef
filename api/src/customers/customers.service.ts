import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { CallListsRepository } from '@ringwell/database/calls/call-lists.repository';
import {
  CustomerListsRepository,
  type CustomerNote,
  type ListedCustomer,
} from '@ringwell/database/customers/customer-lists.repository';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { foldName } from '@ringwell/domain/text/fold-name';
import { getPhoneKey } from '@ringwell/rules/calls/customer-key';

import { explainTimeout } from '../http/problems/search-too-slow';
import { validationFailed } from '../http/request/strict-validation.pipe';
import { customerView, getFirstMonth, monthsView, notesView, promisesView } from './customer-view';
import { encodeCursor, decodeCursor, type CustomerQueryDto } from './dto/customer-query.dto';
import type { CustomerDetailsDto, CustomerPageDto } from './dto/customer.dto';

const MAX_PROMISES = 20;
const MAX_NOTES = 50;
const MAX_CALLS_WITH_ID = 20;
const HONORIFIC = /^(?:mr|mrs|ms|miss|dr)\.? /i;

export type CustomerView = CustomerPageDto['customers'][number];

/** An account's customers. Unknown ids and other accounts' customers cause the same error. */
@Injectable()
export class CustomersService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly lists: CustomerListsRepository,
    private readonly customers: CustomersRepository,
    private readonly accounts: AccountsRepository,
    private readonly calls: CallListsRepository,
  ) {}

  async list(accountId: string, query: CustomerQueryDto): Promise<CustomerPageDto> {
    const { search, atRisk, waiting, sort, limit, cursor } = query;
    const filter = { search, isAtRisk: atRisk, isWaiting: waiting };
    const after = cursor === undefined ? undefined : decodeCursor(cursor, sort);
    const matches = await this.lists.list(accountId, filter, sort, limit + 1, after).catch(explainTimeout);
    const pageItems = matches.slice(0, limit);
    const last = pageItems.at(-1);
    return {
      customers: pageItems.map(customerView),
      nextCursor: last && matches.length > limit ? encodeCursor(sort, { values: last.position, id: last.id }) : null,
    };
  }

  /**
   * Returns at-risk customers, in the same order as `list`.
   * @throws AppError `VALIDATION_FAILED` for a cursor from another list
   */
  listAtRisk(accountId: string, limit: number, cursor?: string): Promise<CustomerPageDto> {
    const sort = 'risk';
    if (cursor !== undefined && decodeCursor(cursor, sort) === undefined)
      throw validationFailed([{ field: 'cursor', message: 'Use the nextCursor of an earlier page.' }]);
    return this.list(accountId, { atRisk: true, sort, limit, cursor });
  }

  /**
   * Finds the customers an input refers to: the one with this id, number or sender's id; otherwise the only one with
   * exactly this name; otherwise everyone whose name contains the input, most recent call first.
   */
  async lookUp(accountId: string, input: string, limit: number): Promise<CustomerView[]> {
    const name = input.replace(HONORIFIC, '');
    const matches = await this.findByInput(accountId, name, limit).catch(explainTimeout);
    const exactMatches = matches.filter((customer) => foldName(customer.name ?? '') === foldName(name));
    return (exactMatches.length === 1 ? exactMatches : matches).map(customerView);
  }

  private async findByInput(accountId: string, input: string, limit: number): Promise<ListedCustomer[]> {
    if (isUUID(input)) {
      const customer = await this.lists.find(accountId, input.toLowerCase());
      return customer ? [customer] : [];
    }
    const isNumber = /\d/.test(input) && !/\p{L}/u.test(input);
    const exactMatches = isNumber ? await this.findByNumber(accountId, input) : [];
    return exactMatches.length > 0 ? exactMatches : this.lists.list(accountId, { search: input }, 'recent', limit);
  }

  private async findByNumber(accountId: string, input: string): Promise<ListedCustomer[]> {
    const matches = await this.lists.listByKeys(accountId, [getPhoneKey(input) ?? '', `id:${input}`]);
    if (matches.length > 0) return matches;
    const sourceId = { kind: 'customer', id: input } as const;
    const calls = await this.calls.list(accountId, { sourceId, isDemo: false }, MAX_CALLS_WITH_ID);
    return calls.length === 0 ? [] : this.lists.listByKeys(accountId, collectKeys(calls));
  }

  /** Returns the customers on these calls, most recent call first. */
  async listByCalls(accountId: string, calls: Parameters<typeof collectKeys>[0]): Promise<CustomerView[]> {
    return (await this.lists.listByKeys(accountId, collectKeys(calls))).map(customerView);
  }

  /** Returns the team's notes about a customer, or from these follow-ups, newest first. */
  listNotes(...parameters: Parameters<CustomerListsRepository['listNotes']>): Promise<CustomerNote[]> {
    return this.lists.listNotes(...parameters);
  }

  /** @throws AppError `CUSTOMER_NOT_FOUND` */
  async get(accountId: string, id: string): Promise<CustomerDetailsDto> {
    const timeZone = await this.accounts.findTimeZone(accountId);
    const [customer, labels, promises, notes] = await Promise.all([
      this.lists.find(accountId, id),
      this.lists.countLabels(accountId, id, getFirstMonth(timeZone), timeZone),
      this.lists.listPromises(accountId, id, MAX_PROMISES),
      this.lists.listNotes(accountId, { customerId: id }, MAX_NOTES),
    ]);
    if (!customer) throw customerNotFound();
    return {
      ...customerView(customer),
      months: monthsView(labels, timeZone),
      promises: promisesView(promises),
      notes: notesView(notes),
    };
  }

  /** @throws AppError `CUSTOMER_NOT_FOUND` */
  async rename(accountId: string, id: string, name: string, actor: Actor): Promise<CustomerDetailsDto> {
    await this.unitOfWork.run(async ({ customerChanges, activity }) => {
      if (!(await customerChanges.rename(accountId, id, name || null))) throw customerNotFound();
      await activity.record(actor, {
        action: 'Customer updated',
        description: name === '' ? "A customer's corrected name was removed." : 'A customer was renamed.',
        accountId,
        metadata: { customerId: id },
      });
    });
    return this.get(accountId, id);
  }

  /** @throws AppError `CUSTOMER_NOT_FOUND` for an unknown id, `VALIDATION_FAILED` */
  async merge(accountId: string, id: string, otherId: string, actor: Actor): Promise<CustomerDetailsDto> {
    if (id === otherId) throw validationFailed([{ field: 'customerId', message: 'Choose another customer.' }]);
    await this.unitOfWork.run(async ({ customerChanges, followUpDeliveries, activity }) => {
      const changes = await customerChanges.merge(accountId, id, otherId);
      if (changes === null) throw customerNotFound();
      await followUpDeliveries.planEvents(accountId, changes);
      await activity.record(actor, {
        action: 'Customers merged',
        description: 'Two customers were merged.',
        accountId,
        metadata: { customerId: id, mergedCustomerId: otherId },
      });
    });
    return this.get(accountId, id);
  }

  /** @returns the new customer @throws AppError `CUSTOMER_NOT_FOUND`, `VALIDATION_FAILED` */
  async split(accountId: string, id: string, phone: string, actor: Actor): Promise<CustomerDetailsDto> {
    if (!(await this.lists.find(accountId, id))) throw customerNotFound();
    const keys = await this.customers.listKeys(accountId, id);
    const key = keys.find((each) => each === getPhoneKey(phone) || each === `id:${phone}`);
    const newId = await this.unitOfWork.run(async ({ customerChanges, followUpDeliveries, activity }) => {
      const splitResult = key === undefined ? null : await customerChanges.split(accountId, id, key);
      if (splitResult === null) throw cannotSplit(keys.length);
      const { createdId, changes } = splitResult;
      await followUpDeliveries.planEvents(accountId, changes);
      await activity.record(actor, {
        action: 'Customer split',
        description: "A customer's number was split off into a new customer.",
        accountId,
        metadata: { customerId: id, newCustomerId: createdId },
      });
      return createdId;
    });
    return this.get(accountId, newId);
  }
}

function collectKeys(calls: readonly { customerKey: string | null }[]): string[] {
  return calls.flatMap(({ customerKey: key }) => key ?? []);
}

function cannotSplit(keyCount: number): AppError {
  const message =
    keyCount < 2
      ? "This customer has only one number, so there's nothing to split."
      : "This customer doesn't have that number. Choose one of theirs.";
  return validationFailed([{ field: 'phone', message }]);
}

export function customerNotFound(): AppError {
  return notFound(
    'CUSTOMER_NOT_FOUND',
    'Customer not found. Check the ID. It may have been merged with another customer.',
  );
}
