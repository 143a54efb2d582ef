import { describeKilledInstalls } from './testing/killed-installs';

// Half of these seeds interrupt the download.
describeKilledInstalls([7, 9, 14, 4, 6, 13]);
