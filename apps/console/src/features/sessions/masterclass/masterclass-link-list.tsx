import { CopyValue } from '../../../shared/record/copy-value/copy-value.tsx'
import { CardLink } from '../../../ui/card-parts.tsx'
import { CardLinks } from '../../../ui/record-card.tsx'
import type { MasterclassLink } from './masterclass-links.ts'
import { masterclassListMessages } from './masterclass-messages.ts'

/** The links of a masterclass by name, each opening in a new tab and with a copy button (MC-11, MC-12). */
export function MasterclassLinkList({ links }: { links: readonly MasterclassLink[] }) {
  return (
    <CardLinks>
      {links.map(({ key, name, text, address }) => (
        <li key={key}>
          <CardLink name={name} href={address}>
            <CopyValue value={text} label={masterclassListMessages.copyLink(name)} />
          </CardLink>
        </li>
      ))}
    </CardLinks>
  )
}
