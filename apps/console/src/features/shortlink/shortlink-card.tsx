import { isWebAddress } from '@greenroom/contract/field'
import { isAppAddress } from '@greenroom/contract/shortlink/shortlink.rules'
import type { Shortlink } from '@greenroom/contract/shortlink/shortlink.schema'
import { type Icon, IconAdjustments, IconDeviceMobile, IconLink, IconWorld } from '@tabler/icons-react'
import { CardFact, CardFacts, FactOpen, NoFact } from '../../shared/card-facts/card-facts.tsx'
import { CardGridItem } from '../../ui/card-grid.tsx'
import { CardButton, CardFoot, CardName } from '../../ui/card-parts.tsx'
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

/** One short link: its URL, its targets and its parameters (LINK-03, OQ-100). */
export function ShortlinkCard({ link, baseUrl, appSchemes, onEdit, onIntent }: ShortlinkCardProps) {
  const { shortCode: code, webUrl, appUrl } = link
  const params = Object.entries(link.params)
  const address = baseUrl && `${baseUrl.replace(/\/*$/, '/')}${encodeURIComponent(code)}`
  return (
    <CardGridItem padded>
      <CardName oneLine>{code}</CardName>
      <CardFacts wide>
        <Address
          icon={IconLink}
          what={messages.shortLink}
          code={code}
          value={address || null}
          canOpen={isWebAddress}
        />
        <Address icon={IconWorld} what={messages.webUrl} code={code} value={webUrl} canOpen={isWebAddress} />
        <Address
          icon={IconDeviceMobile}
          what={messages.appUrl}
          code={code}
          value={appUrl}
          canOpen={(address) => appSchemes !== undefined && isAppAddress(address, appSchemes)}
        />
        <CardFact icon={IconAdjustments} label={messages.parameters} kind="list">
          {params.length === 0 ? (
            <NoFact />
          ) : (
            <ul className={classes.params} aria-label={messages.parametersOf(code)}>
              {params.map(([name, value]) => (
                <li key={name}>
                  <span className="gr-faint">{name}=</span>
                  {value}
                </li>
              ))}
            </ul>
          )}
        </CardFact>
      </CardFacts>
      <CardFoot>
        <CardButton aria-label={`${messages.edit} ${code}`} onClick={onEdit} onIntent={onIntent}>
          {messages.edit}
        </CardButton>
      </CardFoot>
    </CardGridItem>
  )
}

interface AddressProps {
  icon: Icon
  what: string
  code: string
  value: string | null
  /** Returns whether the URL may be a link. One that runs code never is, whatever is stored. */
  canOpen: (address: string) => boolean
}

function Address({ icon, what, code, value, canOpen }: AddressProps) {
  return (
    <CardFact
      icon={icon}
      label={what}
      {...(value === null ? {} : { title: value, copyOf: code })}
      actions={
        value !== null && canOpen(value) && <FactOpen href={value} label={messages.open(what, code)} />
      }
    >
      {value ?? <NoFact />}
    </CardFact>
  )
}
