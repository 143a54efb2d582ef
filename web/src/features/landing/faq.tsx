import type { ReactNode } from 'react';

import { useProduct } from '../../lib/product';
import { Accordion, AccordionItem } from '../../ui/layout/accordion';
import { CONTAINER_CLASSES } from './section';

function getQuestions(name: string): { id: string; question: string; answer: string }[] {
  return [
    {
      id: 'integration',
      question: 'Does it work with the software we already use?',
      answer:
        `Yes. Connect ServiceTitan once, and ${name} pulls in new recordings automatically and writes the summary ` +
        'and label into the job or customer notes. Other systems can send their recordings through n8n or the API.',
    },
    {
      id: 'transcript',
      question: 'Can I read the whole call?',
      answer:
        'Yes, a transcript is available on request: open a call to read who said what and when, next to the recording.',
    },
    {
      id: 'accuracy',
      question: 'How accurate is it?',
      answer:
        "Transcription reaches 99% accuracy. And you don't have to take our word for it: " +
        'every sentence of a summary is checked against the call, and you can play the quotes behind a label. Accuracy ' +
        'depends on the engine and on the phone line: the built-in recognizer gets 0 to 1% of the words wrong in our ' +
        'clear sample calls, and about 24% over a phone line. A better engine gets fewer wrong. A call with too many ' +
        'uncertain words is marked as Needs a listen.',
    },
    {
      id: 'negative-calls',
      question: 'What happens when a call goes badly?',
      answer:
        'You get an email alert with the summary, the customer and the number, so you can call back while it still ' +
        'matters. Every negative call also stands out in your dashboard.',
    },
    {
      id: 'chat',
      question: 'Can we get recaps in our team chat?',
      answer:
        'Yes. With the team chat add-on, they go to Slack, Microsoft Teams or Google Chat. ' +
        'For each one, you choose whether positive, neutral or negative calls are posted.',
    },
    {
      id: 'security',
      question: 'Who can see our calls?',
      answer:
        'People who sign in to your account, assistants and chats that you connect, our administrators, and anyone you ' +
        'give a link to a call. Links expire, and you can revoke them. Credentials for your other systems are encrypted ' +
        `and never shown again, and everything between you and ${name} is encrypted in transit.`,
    },
  ];
}

export function Faq(): ReactNode {
  const { name } = useProduct();
  return (
    <section id="faq" className="border-t py-16 md:py-24">
      <div className={`${CONTAINER_CLASSES} grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_1.7fr]`}>
        <h2 className="text-h2 tracking-[-0.02em]">Frequently asked questions</h2>
        <Accordion className="border-t">
          {getQuestions(name).map(({ id, question, answer }) => (
            <AccordionItem key={id} id={id} heading={question} keepMounted>
              <p className="max-w-[64ch] text-prose text-fg-muted">{answer}</p>
            </AccordionItem>
          ))}
        </Accordion>
      </div>
    </section>
  );
}
