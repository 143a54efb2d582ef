import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { CustomerListsRepository } from '@ringwell/database/customers/customer-lists.repository';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import { ErasuresRepository, type ErasureReceipt } from '@ringwell/database/erasures/erasures.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { conflict, notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { getPhoneKey } from '@ringwell/rules/calls/customer-key';

import { customerNotFound } from '../customers/customers.service';
import { validationFailed } from '../http/request/strict-validation.pipe';
import { toDto } from '../http/response/to-dto';
import { ErasureDto, type ErasedCustomerDto } from './erasure.dto';

const MAX_RECEIPTS = 100;

interface ErasureTarget {
  id: string | null;
  keys: string[];
}

/** Erases all of a customer's calls in the background, and lists receipts of all erasures. */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly erasures: ErasuresRepository,
    private readonly customers: CustomersRepository,
    private readonly lists: CustomerListsRepository,
  ) {}

  /** @throws AppError `CUSTOMER_NOT_FOUND`, `VALIDATION_FAILED` */
  async countCalls(accountId: string, customer: ErasedCustomerDto): Promise<number> {
    const { keys } = await this.resolveTarget(accountId, customer);
    return this.erasures.countCalls(accountId, keys);
  }

  /** @throws AppError `CUSTOMER_NOT_FOUND`, `VALIDATION_FAILED`, `ERASURE_UNDER_WAY` */
  async request(accountId: string, customer: ErasedCustomerDto, actor: Actor): Promise<ErasureDto> {
    const target = await this.resolveTarget(accountId, customer);
    const callCount = await this.erasures.countCalls(accountId, target.keys); // not while holding the lock
    const id = await this.unitOfWork.run(async ({ accounts, erasures, activity }) => {
      await accounts.lock(accountId);
      if (await erasures.findInProgress(accountId, target.keys))
        throw conflict('ERASURE_UNDER_WAY', 'This customer is already being erased. The receipt shows the progress.');
      const erasureId = await erasures.requestCustomer(accountId, target, actor.userId, callCount);
      await activity.record(actor, {
        action: 'Customer erased',
        description: "All of a customer's calls were erased.",
        accountId,
        metadata: { erasureId },
      });
      return erasureId;
    });
    return this.get(accountId, id);
  }

  /** Returns the receipts, newest first. */
  async list(accountId: string): Promise<ErasureDto[]> {
    return (await this.erasures.list(accountId, MAX_RECEIPTS)).map(erasureView);
  }

  /** @throws AppError `ERASURE_NOT_FOUND` */
  async get(accountId: string, id: string): Promise<ErasureDto> {
    const receipt = await this.erasures.find(accountId, id);
    if (!receipt) throw erasureNotFound();
    return erasureView(receipt);
  }

  private async resolveTarget(accountId: string, customer: ErasedCustomerDto): Promise<ErasureTarget> {
    const [customerId, phone] = [customer.customerId ?? undefined, customer.phone ?? undefined]; // both may be null
    if (customerId === undefined && phone === undefined)
      throw validationFailed([{ field: 'customerId', message: 'Send a customer or a phone number.' }]);
    if (customerId !== undefined && !(await this.lists.find(accountId, customerId))) throw customerNotFound();
    const key = phone === undefined ? null : getPhoneKey(phone);
    if (phone !== undefined && key === null)
      throw validationFailed([{ field: 'phone', message: 'Send a complete phone number.' }]);
    const ids = [customerId ?? null, key && (await this.customers.findIdByKey(accountId, key))];
    const keys = new Set(key === null ? [] : [key]);
    for (const id of ids)
      if (id !== null) for (const each of await this.customers.listKeys(accountId, id)) keys.add(each);
    return { id: ids.find((id) => id !== null) ?? null, keys: [...keys] };
  }
}

function erasureView(receipt: ErasureReceipt): ErasureDto {
  return toDto(ErasureDto, receipt, { requestedBy: receipt.requesterName });
}

export function erasureNotFound(): AppError {
  return notFound('ERASURE_NOT_FOUND', 'Receipt not found. Check the ID.');
}
