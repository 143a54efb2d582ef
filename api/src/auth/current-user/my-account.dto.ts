import { ClearableName } from './name.decorator';

// Omitted fields stay unchanged.
export class MyAccountDto {
  @ClearableName('Dana')
  firstName?: string | null;

  @ClearableName('Reyes')
  lastName?: string | null;

  @ClearableName('Reyes HVAC')
  company?: string | null;
}
