/** A step that a signed-in user must complete before they can access anything else. */
export const REQUIRED_STEPS = ['change_password', 'set_up_second_factor'] as const;
export type RequiredStep = (typeof REQUIRED_STEPS)[number];
