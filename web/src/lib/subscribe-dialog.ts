import { Store } from './store';

/** Whether the dialog 'Choose Your Plan' is open. The shell shows it; any screen may open it. */
export const subscribeDialog = new Store(false);
