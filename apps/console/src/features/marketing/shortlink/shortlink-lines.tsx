import { isAppAddress } from '@greenroom/contract/marketing/shortlink/shortlink.rules'
import type { Shortlink } from '@greenroom/contract/marketing/shortlink/shortlink.schema'
import { isWebAddress } from '@greenroom/contract/web-address'
import { IconExternalLink } from '@tabler/icons-react'
import { CopyValue } from '../../../shared/record/copy-value/copy-value.tsx'
import { CardEditButton, CardName } from '../../../ui/card-parts.tsx'
import { recordLines } from '../../../ui/record-lines.tsx'
import { shortAddress, shortlinkAddress } from './shortlink-address.ts'
import classes from './shortlink-lines.module.css'
import { shortlinkListMessages as messages } from './shortlink-messages.ts'

interface Context {
  mayWrite: boolean
  /** URL prefix of the short code; undefined until the settings are loaded. */
  baseUrl: string | undefined
  /** Said once for the list, so that it is left out of the web URLs. */
  host: string | undefined
  /** Schemes allowed for an app URL; undefined until the settings are loaded. */
  appSchemes: readonly string[] | undefined
  onEdit: (link: Shortlink) => void
  /** Called on hover of a line and focus of its button: prefetch the dialog. */
  onIntent: () => void
}

/** The short links: code, targets, parameters and how often each was opened (LINK-03, OQ-100, OQ-199). */
export const ShortlinkLines = recordLines<Shortlink, Context>({
  label: messages.cardsLabel,
  loading: messages.loading,
  className: classes.list,
  keyOf: ({ _id }) => _id,
  opens: (link, { mayWrite, onEdit, onIntent }) =>
    mayWrite ? { onOpen: () => onEdit(link), onIntent } : undefined,
  facts: [
    {
      key: 'code',
      lines: ['60%'],
      cell: ({ shortCode }, { baseUrl }) => <Code code={shortCode} baseUrl={baseUrl} />,
    },
    {
      key: 'targets',
      lines: ['85%'],
      cell: ({ shortCode, webUrl, appUrl }, { appSchemes, host }) => (
        <dl>
          <Target
            what={messages.webUrl}
            code={shortCode}
            value={webUrl}
            shown={webUrl === null ? undefined : shortAddress(webUrl, host)}
            canOpen={isWebAddress}
          />
          <Target
            what={messages.appUrl}
            code={shortCode}
            value={appUrl}
            canOpen={(address) => appSchemes !== undefined && isAppAddress(address, appSchemes)}
          />
        </dl>
      ),
    },
    {
      key: 'params',
      lines: ['50%'],
      cell: ({ shortCode, params }) =>
        Object.keys(params).length > 0 && (
          <ul className={classes.params} aria-label={messages.parametersOf(shortCode)}>
            {Object.entries(params).map(([name, value]) => (
              <li key={name}>
                <span className="gr-faint">{name}=</span>
                {value}
              </li>
            ))}
          </ul>
        ),
    },
    {
      key: 'opens',
      lines: ['80%'],
      cell: ({ opens }) => <span className="gr-bold gr-num">{messages.opens(opens)}</span>,
    },
    {
      key: 'actions',
      lines: [],
      cell: (link, { mayWrite, onEdit, onIntent }) =>
        mayWrite && (
          <CardEditButton
            label={`${messages.edit} ${link.shortCode}`}
            aria-haspopup="dialog"
            onClick={() => onEdit(link)}
            onIntent={onIntent}
          />
        ),
    },
  ],
})

/** The code as the heading, with the whole address to copy and to open. */
function Code({ code, baseUrl }: { code: string; baseUrl: string | undefined }) {
  const address = baseUrl && shortlinkAddress(baseUrl, code)
  return (
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
  )
}

interface TargetProps {
  what: string
  code: string
  value: string | null
  /** By default the value. */
  shown?: string | undefined
  /** Returns whether the URL may be a link. One that runs code never is, whatever is stored. */
  canOpen: (address: string) => boolean
}

/** A URL of a short link with its copy button. It opens a web page in a new tab, and another scheme in its app. */
function Target({ what, code, value, shown = value ?? '', canOpen }: TargetProps) {
  if (value === null) return null
  return (
    <div className={classes.target}>
      <dt className={classes.what}>{what}</dt>
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
            {shown}
          </a>
        ) : (
          <span>{shown}</span>
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
