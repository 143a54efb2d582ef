import { describeKilledInstalls } from './testing/killed-installs';

describeKilledInstalls(Array.from({ length: 20 }, (_, index) => index + 1));
