# Completion of rdmadump for fish, made by: rdmadump completion fish
function __rdmadump_verb
    set -l words (commandline -opc)
    set -l verb dump
    if set -q words[2]; and contains -- $words[2] @VERBS@
        set verb $words[2]
    end
    contains -- $verb $argv
end

function __rdmadump_first
    set -l words (commandline -opc)
    test (count $words) -eq 1
end

function __rdmadump_second
    set -l words (commandline -opc)
    test (count $words) -eq 2; and __rdmadump_verb $argv
end

# Completes the last item of a list with commas.
function __rdmadump_list
    set -l begin (commandline -ct | string replace -r '^--[^=]*=' '' | string match -r '^.*,')
    printf '%s\n' "$begin"$argv
end

function __rdmadump_fields
    command -q rdmadump; and rdmadump fields 2>/dev/null | string replace -r ' .*' ''
end

function __rdmadump_devices
    echo any
    for path in /sys/class/net/*/ /sys/class/infiniband/*/
        string split -r -m 1 -f 2 / (string trim -r -c / $path)
    end
end

@VERB_SUMMARIES@
complete -c rdmadump -n '__rdmadump_verb @WITHOUT_FILES@' -f
@CHOICES@
complete -c rdmadump -n '__rdmadump_verb fields' -a '(__rdmadump_fields)'
@OPTIONS@
