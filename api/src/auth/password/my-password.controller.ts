import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';

import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access, AllowedDuringStep } from '../access/access.decorator';
import { Caller } from '../principal/caller';
import { MyPasswordDto } from './my-password.dto';
import { MyPasswordService } from './my-password.service';

@ApiTags('Settings')
@Access('session', 'viewer')
@AllowedDuringStep(['change_password'])
@Throttled('password')
@Controller('api/my/password')
export class MyPasswordController {
  constructor(private readonly passwords: MyPasswordService) {}

  @Post()
  @ApiOperation({
    summary: 'Change your password and end your other sessions',
    description: 'Also disconnects your assistants.',
  })
  @Responds(204, { description: 'The password was changed.' })
  @ApiProblems({
    400: 'The new password is too short, too long or easy to guess, or the current password is missing or wrong.',
    403: 'You are impersonating another user, or are setting a first password and have not signed in recently.',
    404: 'The account has just been deleted.',
    409: 'Your password changed or this session ended while the request was in progress.',
  })
  async changeMyPassword(@Caller() caller: Caller, @Body() body: MyPasswordDto): Promise<void> {
    await this.passwords.change(caller, body, caller.actor);
  }
}
