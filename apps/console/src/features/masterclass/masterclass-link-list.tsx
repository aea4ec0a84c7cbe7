import {
  type Icon,
  IconBrandDiscord,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconCreditCard,
  IconLink,
} from '@tabler/icons-react'
import { CopyValue } from '../../shared/copy-value/copy-value.tsx'
import { CardLink } from '../../ui/card-parts.tsx'
import type { LinkKind, MasterclassLink } from './masterclass-links.ts'
import { masterclassListMessages } from './masterclass-messages.ts'

const icons: Record<LinkKind, Icon> = {
  payment: IconCreditCard,
  whatsapp: IconBrandWhatsapp,
  telegram: IconBrandTelegram,
  discord: IconBrandDiscord,
  other: IconLink,
}

/** The links of a masterclass by name, each opening in a new tab and with a copy button (MC-11, MC-12). */
export function MasterclassLinkList({ links }: { links: readonly MasterclassLink[] }) {
  return (
    <ul>
      {links.map(({ key, name, kind, text, address }) => (
        <li key={key}>
          <CardLink icon={icons[kind]} name={name} href={address}>
            {text !== undefined && <CopyValue value={text} label={masterclassListMessages.copyLink(name)} />}
          </CardLink>
        </li>
      ))}
    </ul>
  )
}
