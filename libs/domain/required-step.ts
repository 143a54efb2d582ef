/** What someone who has signed in must do first: their session opens nothing else until then. */
export const REQUIRED_STEPS = ['change_password', 'set_up_second_factor'] as const;
export type RequiredStep = (typeof REQUIRED_STEPS)[number];
