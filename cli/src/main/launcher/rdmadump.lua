-- Fields for Wireshark of the comments that rdmadump writes on rebuilt messages (docs/wireshark.md lists them).
-- rdmadump extcap --install links this file into the folder of personal Lua plugins. Provenance.java writes what is
-- read here: clauses between semicolons.

local rdmadump = Proto("rdmadump", "Message rebuilt by rdmadump")
local field = {
  message = ProtoField.uint64("rdmadump.message", "Message", base.DEC, nil, nil, "Number, as rdmadump prints it"),
  connection = ProtoField.uint32("rdmadump.connection", "Connection", base.DEC, nil, nil, "Number, as rdmadump prints it"),
  type = ProtoField.string("rdmadump.type", "Type", base.UNICODE, "call or reply"),
  xid = ProtoField.uint32("rdmadump.xid", "XID", base.HEX),
  operation = ProtoField.string("rdmadump.operation", "Operation", base.UNICODE, "Main operation, or procedure"),
  to = ProtoField.string("rdmadump.to", "To", base.UNICODE, "server or client"),
  frames = ProtoField.string("rdmadump.frames", "Frames", base.UNICODE, "Of the capture that it was rebuilt from"),
  first_frame = ProtoField.uint64("rdmadump.first_frame", "First frame", base.DEC),
  last_frame = ProtoField.uint64("rdmadump.last_frame", "Last frame", base.DEC),
  chunks = ProtoField.string("rdmadump.chunks", "Chunks", base.UNICODE, "As its RPC-over-RDMA header lists them"),
  moved = ProtoField.uint64("rdmadump.moved", "Bytes moved by RDMA", base.DEC),
  packets = ProtoField.uint64("rdmadump.packets", "Packets that moved them", base.DEC),
  complete = ProtoField.bool("rdmadump.complete", "Complete", base.NONE, nil, nil, "No byte is missing"),
  missing = ProtoField.uint64("rdmadump.missing", "Missing bytes", base.DEC),
  gaps = ProtoField.string("rdmadump.gaps", "Gaps", base.UNICODE, "What is missing, why, and what is in its place"),
  repeat_of = ProtoField.uint64("rdmadump.repeat_of", "Repeat of message", base.DEC),
  delivered = ProtoField.bool("rdmadump.delivered", "Delivered", base.NONE, nil, nil, "The receiver took the Send"),
  finding = ProtoField.string("rdmadump.finding", "Finding", base.UNICODE, "Rule, as in rdmadump check, and frame"),
}
local expert = {
  incomplete = ProtoExpert.new("rdmadump.incomplete", "Bytes of the message are missing", expert.group.SEQUENCE, expert.severity.WARN),
  finding = ProtoExpert.new("rdmadump.has_finding", "rdmadump has findings", expert.group.PROTOCOL, expert.severity.NOTE),
}
rdmadump.fields = field
rdmadump.experts = expert

local comments = Field.new("frame.comment")

-- Readers of clauses, by the word that a clause begins with.
local clause = {}

function clause.message(tree, text)
  local number, connection, first = text:match("^message (%d+), connection (%d+), frames? (%d+)")
  local last = text:match(", frames %d+ to (%d+)") or first
  tree:add(field.message, UInt64(tonumber(number)))
  tree:add(field.connection, tonumber(connection))
  tree:add(field.frames, first == last and first or first .. " to " .. last)
  tree:add(field.first_frame, UInt64(tonumber(first)))
  tree:add(field.last_frame, UInt64(tonumber(last)))
  local earlier = text:match(", repeat of message (%d+)")
  if earlier then tree:add(field.repeat_of, UInt64(tonumber(earlier))) end
  tree:add(field.delivered, not text:find(", not delivered", 1, true))
end

function clause.call(tree, text)
  local type, xid, operation, to = text:match("^(%l+) 0x(%x+)(.-) to the (%l+)$")
  if not type then return end
  tree:add(field.type, type)
  tree:add(field.xid, tonumber(xid, 16))
  if operation ~= "" then tree:add(field.operation, operation:sub(2)) end
  tree:add(field.to, to)
end
clause.reply = clause.call

function clause.chunks(tree, text)
  tree:add(field.chunks, (text:gsub("^chunks: ", "")))
end

function clause.moved(tree, text)
  local bytes, packets = text:match("^moved (%d+) bytes? in (%d+) packets?$")
  if not bytes then return end
  tree:add(field.moved, UInt64(tonumber(bytes)))
  tree:add(field.packets, UInt64(tonumber(packets)))
end

function clause.incomplete(tree, text)
  local missing = text:match("^incomplete, (%d+)")
  if missing then tree:add(field.missing, UInt64(tonumber(missing))) end
  tree:add(field.gaps, (text:gsub("^incomplete, ", "")))
end

function clause.findings(tree, text)
  for each in text:gsub("^findings: ", ""):gmatch("[^,]+") do
    tree:add(field.finding, (each:gsub("^ ", "")))
  end
end

function rdmadump.dissector(_, pinfo, root)
  for _, comment in ipairs({ comments() }) do
    local text = tostring(comment.value)
    if text:find("^message %d+, connection %d+, frames? %d") then
      local tree = root:add(rdmadump)
      local seen = {}
      for each in (text .. "; "):gmatch("(.-); ") do
        local word = each:match("^%l+")
        if word and clause[word] then
          clause[word](tree, each)
          seen[word] = true
        end
      end
      tree:add(field.complete, not seen.incomplete)
      if seen.incomplete then
        tree:add_proto_expert_info(expert.incomplete)
        pinfo.cols.info:append(" [incomplete]")
      end
      if seen.findings then tree:add_proto_expert_info(expert.finding) end
    end
  end
end

register_postdissector(rdmadump)
