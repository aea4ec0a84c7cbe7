import {
  type Icon,
  IconBrandDiscord,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconCreditCard,
  IconLink,
} from '@tabler/icons-react'
import { notify } from '../../lib/notify.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './masterclass-link-list.module.css'
import type { LinkKind, MasterclassLink } from './masterclass-links.ts'
import { listWords } from './masterclass-messages.ts'

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
    <ul className={classes.list}>
      {links.map(({ key, name, kind, text, address }) => {
        const LinkIcon = icons[kind]
        return (
          <li key={key} className={classes.item}>
            <LinkIcon size={15} stroke={1.5} aria-hidden="true" className={classes.icon} />
            {address === undefined ? (
              <span className={classes.name}>{name}</span>
            ) : (
              <a
                href={address}
                target="_blank"
                rel="noopener noreferrer"
                title={address}
                className={classes.name}
              >
                {name}
              </a>
            )}
            {text !== undefined && (
              <CopyButton
                value={text}
                label={listWords.copyLink(name)}
                className={classes.copy}
                onCopied={notify.copied}
                onFailed={() => notify.error(listWords.copyFailed)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
