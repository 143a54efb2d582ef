import { useMutation } from '@tanstack/react-query';
import { AudioLines } from 'lucide-react';
import type { ReactNode } from 'react';

import { toast } from '../../lib/messages/toast-store';
import { downloadSample, SAMPLES, type Sample } from '../../lib/recordings/samples';
import { Button } from './button';

interface SampleButtonsProps {
  disabled?: boolean;
  onChoose: (recording: File) => void;
}

/** Sample recordings that can be sent with one click. */
export function SampleButtons({ disabled = false, onChoose }: SampleButtonsProps): ReactNode {
  const { mutate, isPending } = useMutation({
    mutationFn: (sample: Sample) => downloadSample(sample),
    onSuccess: onChoose,
    onError: () =>
      toast({ title: "Couldn't load the sample", description: 'Check your connection and try again.', tone: 'danger' }),
  });
  return (
    <div role="group" aria-label="Samples" className="flex flex-wrap gap-2">
      {SAMPLES.map((sample) => (
        <Button
          key={sample.fileName}
          variant="outline"
          size="sm"
          pending={disabled || isPending} // keeps focus
          onClick={() => mutate(sample)}
        >
          <AudioLines aria-hidden />
          {sample.label}
        </Button>
      ))}
    </div>
  );
}
