import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

import { ERASURE_KINDS } from '@ringwell/domain/erasures/erasure';

import { IsId } from '../http/request/is-id.decorator';
import { boolean, dateTime, FieldsType, listOf, number, oneOf, text, uuid } from '../http/response/dto-fields';

export class ErasedCustomerDto {
  @ApiPropertyOptional({
    format: 'uuid',
    description: 'The customer to erase, including all of their numbers. Send this, phone, or both.',
    example: 'c7a1f0de-51b0-4a52-9b1c-9f1d3e5b7a20',
  })
  @IsOptional()
  @IsId('Send the ID of a customer.')
  customerId?: string;

  @ApiPropertyOptional({
    description: 'A phone number. If it belongs to a customer with several numbers, all of those numbers are erased.',
    example: '+15551234567',
  })
  @IsOptional()
  @IsString({ message: 'Send a phone number as text.' })
  @MaxLength(50, { message: 'Send a phone number of at most 50 characters.' })
  phone?: string;
}

export class ErasableCallsDto extends FieldsType({
  calls: number({
    description: 'Number of calls that would be erased, including calls without a result.',
    example: 12,
  }),
}) {}

export class ErasureDto extends FieldsType({
  id: uuid({ example: '0c3f5a52-6c58-4e1f-9f61-2f4d2f0b7c11' }),
  kind: oneOf(ERASURE_KINDS, { description: 'Scope of the erasure: one call, or a customer.', example: 'customer' }),
  requestedAt: dateTime({ example: '2026-03-31T14:05:00.000Z' }),
  requestedBy: text({
    nullable: true,
    description: 'Name or email address of the user; null once the user is deleted.',
    example: 'Pat Ellis',
  }),
  calls: number({ description: 'Number of calls to erase.', example: 12 }),
  erasedCalls: number({ description: 'Number of permanently erased calls, including their recordings.', example: 12 }),
  recordings: number({ description: 'Number of recordings deleted from storage.', example: 11 }),
  notesRemoved: boolean({
    nullable: true,
    description:
      "Whether the call's notes were also removed from ServiceTitan. False: ServiceTitan rejected the removal or " +
      'could not be reached for a day. Null: the removal was not requested, has not finished, or had nothing ' +
      'to remove.',
    example: null,
  }),
  finishedAt: dateTime({
    nullable: true,
    description: "When the erasure was completed; null while it's in progress.",
    example: '2026-03-31T14:05:12.000Z',
  }),
}) {}

export class ErasureListDto extends FieldsType({ erasures: listOf(ErasureDto) }) {}
