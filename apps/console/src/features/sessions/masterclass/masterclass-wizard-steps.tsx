import { IconCheck } from '@tabler/icons-react'
import { masterclassWizardMessages } from './masterclass-form-messages.ts'
import classes from './masterclass-wizard.module.css'

interface WizardStepsProps {
  /** The step that is shown, from 0. */
  current: number
  /** The furthest step that was reached. */
  visited: number
  disabled: boolean
  onChoose: (step: number) => void
}

/** The steps of the wizard. The current one and those not reached yet cannot be chosen (MC-18, MC-19). */
export function WizardSteps({ current, visited, disabled, onChoose }: WizardStepsProps) {
  return (
    <nav aria-label="Steps" className={classes.stepper}>
      <ol className={classes.steps}>
        {masterclassWizardMessages.steps.map((name, step) => (
          <li key={name} className={classes.item} data-reached={step <= visited || undefined}>
            <button
              type="button"
              className={classes.step}
              data-state={stateOf(step, current, visited)}
              aria-current={step === current ? 'step' : undefined}
              disabled={disabled || step === current || step > visited}
              onClick={() => onChoose(step)}
            >
              <span className={classes.number} aria-hidden="true">
                {stateOf(step, current, visited) === 'done' ? <IconCheck size={14} stroke={2.5} /> : step + 1}
              </span>
              {/* A tick replaces the number, but not in the accessible name. */}
              <span className="gr-unseen">{step + 1} </span>
              <span className={classes.name}>{name}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function stateOf(step: number, current: number, visited: number): 'current' | 'done' | 'open' | 'later' {
  if (step === current) return 'current'
  if (step < visited) return 'done'
  return step === visited ? 'open' : 'later'
}
