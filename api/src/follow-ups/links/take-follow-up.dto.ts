import { RequiredName } from '../../auth/current-user/name.decorator';
import { IfSent } from '../../http/request/if-sent.decorator';

export class TakeFollowUpDto {
  /** Required for links in chat messages, ignored for links in emails. */
  @IfSent()
  @RequiredName('Enter your name.')
  name?: string;
}
