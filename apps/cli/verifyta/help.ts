/** What `verifyta -h` prints. Wrappers look for its first line and for `-h [ --help ]`. */
export const verifytaHelp = `Usage: verifyta [OPTION]... MODEL QUERY
Answers the queries of a model as UPPAAL's verifyta does. MODEL is an XML, XTA or TA file; QUERY a file of
queries; without it the queries in the model are used.

Options:
  -h [ --help ]               print this text
  -v [ --version ]            print the version
  -t [ --diagnostic ] n       generate traces: 0 some, 1 shortest, 2 fastest
  -o [ --search-order ] n     0 breadth first, 1 depth first, 2 random depth first; 3 to 6 are searched as these
  -f prefix                   write traces to prefix-N (4.1: prefix-N.xtr)
  -X prefix                   write traces to prefixN.xml
  -y, -Y                      print traces with zones instead of one valuation of clocks
  -u [ --summary ]            print statistics after each query
  -s [ --silence-progress ]   no progress, and no escape sequences
  -q                          no summary of the options
  -S n                        space reduction: 0 none, 1 or 2 do not keep committed states (none if not given)
  -n [ --extrapolation ] n    0 automatic, 1 none, 2 difference, 3 local, 4 lower/upper
  -r [ --seed ] n             seed of random search and of the runs of statistical queries
  -a [ --alpha ] p            1 - the confidence of estimates; probability of false negatives (0.05)
  -B [ --beta ] p             probability of false positives of hypotheses (0.05)
  -E [ --epsilon ] p          uncertainty of estimated probabilities (0.05)
  --lower-delta p, --upper-delta p
                              half widths of the indifference region of hypotheses (0.01)
  --u0 u, --u1 u              indifference region of comparisons (0.9, 1.1)
  -p [ --query-index ] n      only query n, counted from 0
  -b                          read the syntax of UPPAAL 3 (also with UPPAAL_OLD_SYNTAX set)
  -T                          one search for several queries, where they have the same state space
  -A -C -H n -U -Z            accepted; verdicts do not depend on them
  --dialect version           the texts and files of UPPAAL 5.0 (as without this option) or 4.1
  --discretization, --truncation-error, --truncation-time-error, --trace-resolution
                              accepted; the integration adapts its steps to what it follows
  --good-runs, --print-strategies and others of learning
                              accepted; queries that would need them have no answer

Environment:
  UPPAAL_COMPILE_ONLY=1       print the model in the intermediate format (.if) and ask nothing
  VERIFYTA_DIALECT=4.1        as --dialect; a folder uppaal64-4.1.26 above the command has the same effect
  UPPAAL_OLD_SYNTAX           as -b

Example:
  verifyta -t1 -u model.xml queries.q

The exit status is 0 whatever the verdicts, 1 if the options, the model or a query is wrong.
'zonal verify' gives the verdict in its exit status.
`;
