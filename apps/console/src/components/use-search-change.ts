import { useNavigate } from '@tanstack/react-router';

/** Changes parameters of the address in place; a list then begins with its first page. */
export function useSearchChange(): (changes: object) => void {
  const navigate = useNavigate();
  return (changes) => {
    const search = (before: object) => ({ ...before, after: undefined, ...changes });
    void navigate({ to: '.', search, replace: true } as never);
  };
}
