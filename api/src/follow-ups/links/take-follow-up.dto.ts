import { RequiredName } from '../../auth/current-user/name.decorator';
import { IfSent } from '../../http/request/if-sent.decorator';

export class TakeFollowUpDto {
  @IfSent()
  @RequiredName('Enter your name.', {
    required: false,
    description: "The person's name. Required for links in chat messages, ignored for links in emails.",
    example: 'Dana Reyes',
  })
  name?: string;
}
