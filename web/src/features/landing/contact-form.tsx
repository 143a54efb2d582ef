import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore, type ComponentProps, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { api } from '../../api/client';
import { COPY } from '../../lib/copy';
import { toastFailure } from '../../lib/messages/failure-toast';
import { Button } from '../../ui/buttons/button';
import { Field } from '../../ui/forms/field';
import { Input, Textarea } from '../../ui/forms/input';
import { LANDING_COPY } from './landing-copy';

const contactSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Please enter your name')),
  email: z.string().check(z.trim(), z.email(COPY.invalid.email)),
  phone: z.string().check(z.trim()),
  company: z.string().check(z.trim()),
  message: z.string().check(z.trim(), z.minLength(1, 'Please write a message')),
  website: z.string(),
});

type ContactValues = z.infer<typeof contactSchema>;

const EMPTY_VALUES: ContactValues = { name: '', email: '', phone: '', company: '', message: '', website: '' };
const { placeholders } = LANDING_COPY.contact;

/** @param initialValues what's already known about the sender */
export function ContactForm({ initialValues }: { initialValues?: Partial<ContactValues> }): ReactNode {
  const isReady = useIsHydrated();
  const form = useForm<ContactValues>({
    resolver: zodResolver(contactSchema),
    defaultValues: { ...EMPTY_VALUES, ...initialValues },
    mode: 'onTouched',
  });
  const send = useMutation({
    mutationFn: (body: ContactValues) => api.POST('/api/contact', { body }),
    onSuccess: () => form.reset(EMPTY_VALUES),
    onError: (error) => toastFailure(error, LANDING_COPY.contact.failed),
  });
  const { errors } = form.formState;

  if (send.isSuccess) return <ThankYou onReset={send.reset} />;
  return (
    <form
      noValidate
      method="post"
      aria-label="Contact"
      onSubmit={(event) => void form.handleSubmit((values) => send.mutate(values))(event)}
      className="grid gap-5 md:grid-cols-2"
    >
      <Field label="Name" error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="name" placeholder={placeholders.name} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="email" placeholder={placeholders.email} />
      </Field>
      <Field label="Phone" optional>
        <Input {...form.register('phone')} type="tel" autoComplete="tel" placeholder={placeholders.phone} />
      </Field>
      <Field label="Company" optional>
        <Input {...form.register('company')} autoComplete="organization" placeholder={placeholders.company} />
      </Field>
      <Field label="Message" error={errors.message?.message} className="md:col-span-2">
        <Textarea {...form.register('message')} rows={5} placeholder={placeholders.message} />
      </Field>
      <Honeypot {...form.register('website')} />
      <Button
        type="submit"
        size="lg"
        pending={send.isPending}
        pendingLabel="Sending..."
        disabled={!isReady}
        className="justify-self-start"
      >
        Send message
      </Button>
    </form>
  );
}

// A honeypot: users can't see or reach this field, so only bots fill it in.
function Honeypot(field: ComponentProps<'input'>): ReactNode {
  return (
    <div aria-hidden className="sr-only">
      <label>
        Website
        <input type="text" tabIndex={-1} autoComplete="off" {...field} />
      </label>
    </div>
  );
}

// Takes focus, because the button that had it has been removed.
function ThankYou({ onReset }: { onReset: () => void }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div role="status" className="min-h-[20rem]">
      <h3 ref={heading} tabIndex={-1} className="text-h3 outline-none">
        Thank you, we got your message.
      </h3>
      <p className="mt-2 text-prose text-fg-muted">We'll reply by email, usually within one business day.</p>
      <Button variant="outline" className="mt-6" onClick={onReset}>
        Send another message
      </Button>
    </div>
  );
}

const subscribeToNothing = (): (() => void) => () => undefined;

// False in the prerendered page, where Send would submit the form natively and navigate away.
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
