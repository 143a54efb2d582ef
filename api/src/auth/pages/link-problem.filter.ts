import { Catch } from '@nestjs/common';

import type { Problem } from '../../http/problems/problem';
import type { MessageFrame } from './message-page';
import { MessagePageFilter } from './message-page.filter';

/** Renders errors as pages for people who follow a link in a message. */
@Catch()
export class LinkProblemFilter extends MessagePageFilter {
  /** Statuses for expired and invalid links. */
  protected readonly linkStatuses: readonly number[] = [400, 404];

  protected override frame({ statusCode }: Problem): MessageFrame {
    return {
      title: this.linkStatuses.includes(statusCode) ? "This link doesn't work" : 'Something went wrong',
      links: [{ href: '/', text: `Open ${this.config.PRODUCT_NAME}` }],
    };
  }
}
