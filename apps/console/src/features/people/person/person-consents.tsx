import { type ConsentChannel, consentChannels } from '@greenroom/contract/consent'
import type { addConsent, listConsents } from '@greenroom/contract/people/person/consent.endpoints'
import type { Consent } from '@greenroom/contract/people/person/consent.schema'
import { useMay } from '../../../lib/api/permissions.ts'
import { businessDay } from '../../../lib/dates.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatDay } from '../../../ui/day-field-props.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { channelLabels, consentPageMessages as messages, sourceTexts } from './consent-messages.ts'
import classes from './person-facts.module.css'

const ConsentDialog = lazyDialog('consent', () =>
  import('./consent-dialog.tsx').then((part) => part.ConsentDialog),
)
const ConsentHistoryDialog = lazyDialog('consent-history', () =>
  import('./consent-history-dialog.tsx').then((part) => part.ConsentHistoryDialog),
)

/** The dialogs of consent: the history, and recording what the person said. */
export type ConsentDialogName = 'history' | 'record'

interface PersonConsentsProps {
  consents: readonly Consent[]
  onOpen: (dialog: ConsentDialogName) => void
}

/** Whether the person may be reached for marketing, by channel (OQ-736). What nobody asked about is no consent. */
export function PersonConsents({ consents, onOpen }: PersonConsentsProps) {
  const mayRead = useMay<typeof listConsents>('personal.read')
  const mayRecord = useMay<typeof addConsent>('personal.read')
  const of = (channel: ConsentChannel) => consents.find((one) => one.channel === channel)
  return (
    <section aria-label={messages.title} className={classes.part}>
      <h2 className="gr-bold">{messages.title}</h2>
      <dl className={classes.consents}>
        {consentChannels.map((channel) => (
          <Channel key={channel} name={channelLabels[channel]} consent={of(channel)} />
        ))}
      </dl>
      <ul className={classes.buttons}>
        {mayRecord && (
          <li>
            <LightButton
              aria-haspopup="dialog"
              aria-label={messages.recordLabel}
              onPointerEnter={() => prefetchDialogs(ConsentDialog)}
              onFocus={() => prefetchDialogs(ConsentDialog)}
              onClick={() => onOpen('record')}
            >
              {messages.record}
            </LightButton>
          </li>
        )}
        {mayRead && consents.length > 0 && (
          <li>
            <LightButton
              aria-haspopup="dialog"
              aria-label={messages.historyOf}
              onPointerEnter={() => prefetchDialogs(ConsentHistoryDialog)}
              onFocus={() => prefetchDialogs(ConsentHistoryDialog)}
              onClick={() => onOpen('history')}
            >
              {messages.history}
            </LightButton>
          </li>
        )}
      </ul>
    </section>
  )
}

interface ConsentDialogsProps {
  person: string
  /** As the address names it. */
  opened: string | undefined
  onClose: () => void
}

/** The dialog that the address names. Its script comes with its first opening. */
export function ConsentDialogs({ person, opened, onClose }: ConsentDialogsProps) {
  const { last } = useLastOpened(opened)
  return (
    <>
      {last === 'record' && <ConsentDialog opened={opened === 'record'} person={person} onClose={onClose} />}
      {last === 'history' && (
        <ConsentHistoryDialog opened={opened === 'history'} person={person} onClose={onClose} />
      )}
    </>
  )
}

function Channel({ name, consent }: { name: string; consent: Consent | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {consent === undefined ? (
          <span className="gr-faint">{messages.notAsked}</span>
        ) : (
          <>
            <Badge {...badges[consent.is_given ? 'given' : 'withdrawn']} />
            <span className="gr-fine gr-faint">
              <time dateTime={consent.at}>{formatDay(businessDay(new Date(consent.at)))}</time>,{' '}
              {sourceTexts[consent.source]}
            </span>
          </>
        )}
      </dd>
    </div>
  )
}

const badges = {
  given: { children: messages.given, shape: 'tick', tone: 'ok' },
  withdrawn: { children: messages.withdrawn, shape: 'cross', tone: 'bad' },
} as const
