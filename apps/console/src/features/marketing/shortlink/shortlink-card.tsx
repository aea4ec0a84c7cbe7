import { isWebAddress } from '@greenroom/contract/field'
import type { replaceShortlink } from '@greenroom/contract/marketing/shortlink/shortlink.endpoints'
import { isAppAddress } from '@greenroom/contract/marketing/shortlink/shortlink.rules'
import type { Shortlink } from '@greenroom/contract/marketing/shortlink/shortlink.schema'
import { IconExternalLink } from '@tabler/icons-react'
import { useMay } from '../../../lib/api/permissions.ts'
import { CopyValue } from '../../../shared/record/copy-value/copy-value.tsx'
import { CardEditButton, CardName } from '../../../ui/card-parts.tsx'
import { CardFigure, RecordCard } from '../../../ui/record-card.tsx'
import { shortlinkAddress } from './shortlink-address.ts'
import classes from './shortlink-card.module.css'
import { shortlinkListMessages as messages } from './shortlink-messages.ts'

interface ShortlinkCardProps {
  link: Shortlink
  /** URL prefix of the short code; undefined until the settings are loaded. */
  baseUrl: string | undefined
  /** Schemes allowed for an app URL; undefined until the settings are loaded. */
  appSchemes: readonly string[] | undefined
  onEdit: () => void
  /** Called on hover and focus of the button: prefetch its dialog. */
  onIntent: () => void
}

/** One short link: its URL to copy, its targets, its parameters and how often it was opened (LINK-03, OQ-100, OQ-199). */
export function ShortlinkCard({ link, baseUrl, appSchemes, onEdit, onIntent }: ShortlinkCardProps) {
  const { shortCode: code, webUrl, appUrl } = link
  const params = Object.entries(link.params)
  const mayWrite = useMay<typeof replaceShortlink>('content.write')
  const address = baseUrl && shortlinkAddress(baseUrl, code)
  return (
    <RecordCard
      record={link._id}
      name={
        <div className={classes.name}>
          <CardName oneLine>{code}</CardName>
          {address && (
            <>
              <CopyValue
                value={address}
                label={`Copy ${messages.shortLink} of ${code}`}
                copied={`${messages.shortLink} copied`}
                className={classes.copy}
              />
              {isWebAddress(address) && (
                <a
                  href={address}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={messages.open(messages.shortLink, code)}
                  title={address}
                  className={classes.open}
                >
                  <IconExternalLink size={15} stroke={1.5} aria-hidden="true" />
                </a>
              )}
            </>
          )}
        </div>
      }
      facts={
        <dl className={classes.targets}>
          <Target what={messages.webUrl} code={code} value={webUrl} canOpen={isWebAddress} />
          <Target
            what={messages.appUrl}
            code={code}
            value={appUrl}
            canOpen={(address) => appSchemes !== undefined && isAppAddress(address, appSchemes)}
          />
        </dl>
      }
      figure={<CardFigure>{messages.opens(link.opens)}</CardFigure>}
      actions={
        mayWrite && <CardEditButton label={`${messages.edit} ${code}`} onClick={onEdit} onIntent={onIntent} />
      }
    >
      {params.length > 0 && (
        <ul className={classes.params} aria-label={messages.parametersOf(code)}>
          {params.map(([name, value]) => (
            <li key={name}>
              <span className="gr-faint">{name}=</span>
              {value}
            </li>
          ))}
        </ul>
      )}
    </RecordCard>
  )
}

interface TargetProps {
  what: string
  code: string
  value: string | null
  /** Returns whether the URL may be a link. One that runs code never is, whatever is stored. */
  canOpen: (address: string) => boolean
}

/** A URL of a short link with its copy button. It opens a web page in a new tab, and another scheme in its app. */
function Target({ what, code, value, canOpen }: TargetProps) {
  if (value === null) return null
  return (
    <div className={classes.target}>
      <dt>{what}</dt>
      <dd className="gr-ellipsis" title={value}>
        {canOpen(value) ? (
          <a
            href={value}
            // The app handles the URL, and a new tab would stay open and empty.
            target={isWebAddress(value) ? '_blank' : undefined}
            rel="noopener noreferrer"
            aria-label={`${messages.open(what, code)}: ${value}`}
            className="gr-underline"
          >
            {value}
          </a>
        ) : (
          <span>{value}</span>
        )}
      </dd>
      <dd>
        <CopyValue
          value={value}
          label={`Copy ${what} of ${code}`}
          copied={`${what} copied`}
          className={classes.copy}
        />
      </dd>
    </div>
  )
}
